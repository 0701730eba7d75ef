import { test as base, expect } from '@playwright/test';
import fc from 'fast-check';
import { build, type Rollup } from 'vite';
import type { PastedCells } from '../src/edits/pasted-cells';
import { clipboardCells } from '../src/grid/selection/copy-range';

type Reader = typeof import('./clipboard-reader');

/** The reader of clipboards, in a page of a browser that has nothing else. */
const test = base.extend<{ read(text: string, html: string): Promise<PastedCells> }, { code: string }>({
  code: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
    async ({}, use) => {
      const built = (await build({
        configFile: false,
        logLevel: 'error',
        build: { write: false, lib: { entry: 'e2e/clipboard-reader.ts', formats: ['iife'], name: 'reader' } },
      })) as Rollup.RollupOutput[];
      await use(built[0]?.output[0].code ?? '');
    },
    { scope: 'worker' },
  ],
  read: async ({ page, code }, use) => {
    await page.addScriptTag({ content: code });
    await use((text, html) =>
      page.evaluate(
        ([text, html]) => {
          const { reader } = window as unknown as { reader: Reader };
          return reader.pastedCells(text, html === '' ? null : reader.inertDocument(html));
        },
        [text, html] as const,
      ),
    );
  },
});

test('cells that were copied here come back exactly', async ({ read }) => {
  const sample = [
    ['first line\nsecond line', 'a\tb', '"Big', '""x', `'=1+1`],
    ['  two  spaces ', '\r\nline\rends\n', '\u00a0', '<b>&amp;</b>', ''],
  ];
  const kinds = sample[0]?.map(() => 'text' as const) ?? [];
  const roundTrip = async (rows: string[][], columns = kinds) => {
    const { text, html } = clipboardCells(rows, columns);
    expect(await read(text, html ?? '')).toEqual({ cells: rows, isTable: true });
    return text;
  };
  await roundTrip(sample);
  expect(await roundTrip([['first line\nsecond line']], ['text'])).toBe('"first line\nsecond line"');
  const cell = fc.string({ unit: fc.constantFrom(...`ab" \t\n\r'=<>&漢\u00a0;`) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      await roundTrip(rows, ['text', 'text']);
    }),
    { numRuns: 200 },
  );
});

interface Clipboard {
  from: string;
  text: string;
  html: string;
  cells: string[][];
  isTable?: boolean;
}

const clipboards: Clipboard[] = [
  {
    from: 'Excel: a line break, spaces, merged cells, and the hidden row that holds the widths',
    text: '"one\ntwo"\t  a  b\t10\u00a0000\r\nwide\t\t"""q"\r\n',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--td {mso-ignore:padding;}--></style></head>
<body><table border=0 width=192><!--StartFragment--><col width=64 span=3>
 <tr height=20><td class=xl65 width=64>one<br>
    two</td><td width=64><span style='mso-spacerun:yes'>\u00a0 </span>a<span
  style='mso-spacerun:yes'>\u00a0 </span>b</td><td>10&nbsp;000</td></tr>
 <tr><td colspan=2 style='mso-ignore:colspan'>wide</td><td>&quot;&quot;&quot;q&quot;</td></tr>
 <![if supportMisalignedColumns]><tr height=0 style='display:none'><td width=64></td><td></td><td></td></tr><![endif]>
<!--EndFragment--></table></body></html>`,
    cells: [
      ['one\ntwo', '  a  b', '10\u00a0000'],
      ['wide', '', '"""q"'],
    ],
  },
  {
    from: 'Sheets',
    text: '"one\ntwo"\tb\n\t=1+1',
    html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr><td style="white-space:normal;" data-sheets-value="{&quot;1&quot;:2}">one<br/>two</td><td>b</td></tr><tr><td></td><td>=1+1</td></tr></tbody></table>`,
    cells: [
      ['one\ntwo', 'b'],
      ['', '=1+1'],
    ],
  },
  {
    from: 'LibreOffice, whose text has no line ends in cells',
    text: 'one two\t"Big\nc\t"Small\n',
    html: `<!DOCTYPE html><html><head><style type="text/css">body,td{font-size:x-small}</style></head><body><table cellspacing="0"><colgroup span="2"></colgroup>
	<tr>
		<td height="33" align="left"><font face="Calibri">one<br>two</font></td>
		<td align="left">&quot;Big</td>
	</tr>
	<tr><td>c</td><td>&quot;Small</td></tr></table></body></html>`,
    cells: [
      ['one\ntwo', '"Big'],
      ['c', '"Small'],
    ],
  },
  {
    from: 'WPS, with merged rows',
    text: '甲\t乙\r\n\t丙\r\n',
    html: `<html><body><table style="border-collapse:collapse;"><colgroup><col/></colgroup><tr><td rowspan="2" x:str>甲</td><td>乙</td></tr><tr><td>丙</td></tr></table></body></html>`,
    cells: [
      ['甲', '乙'],
      ['', '丙'],
    ],
  },
  {
    from: 'a web page, whose text splits a cell of two lines and leaves out merged places',
    text: 'Name\tNote\nLisbon\tcapital\nand port\nboth',
    html: `<table><thead><tr><th>Name</th><th> Note\n </th></tr></thead><tbody><tr><td><a href="/x">Lisbon</a></td><td><p>capital</p><div>and&nbsp;port</div></td></tr><tr><td colspan="2">both<script>alert(1)</script><img src="https://nowhere.invalid/x.png"></td></tr></tbody></table>`,
    cells: [
      ['Name', 'Note'],
      ['Lisbon', 'capital\nand port'],
      ['both', ''],
    ],
  },
  {
    from: 'preformatted cells of a web page',
    text: '  a\n  b\tc',
    html: '<table><tr><td><pre>  a\n  b</pre></td><td style="white-space: pre-wrap">c</td></tr></table>',
    cells: [['  a\n  b', 'c']],
  },
  {
    from: 'a web page of which the table is only a part: the text counts',
    text: 'Sales\nJanuary\t3\n',
    html: '<h1>Sales</h1><table><tr><td>January</td><td>3</td></tr></table>',
    cells: [['Sales'], ['January', '3']],
  },
  {
    from: 'two tables: the text counts',
    text: 'a\tb\nc\td',
    html: '<table><tr><td>a</td><td>b</td></tr></table><table><tr><td>c</td><td>d</td></tr></table>',
    cells: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  {
    from: 'a letter',
    text: 'Dear all,\n\nplease note:',
    html: '<p>Dear all,</p><p>please note:</p>',
    cells: [['Dear all,'], [''], ['please note:']],
    isTable: false,
  },
  { from: 'a program without HTML', text: '"Big\t"Small\r\n', html: '', cells: [['"Big', '"Small']] },
];

test('cells of other programs and web pages are read as they show them', async ({ page, read }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => requests.push(dialog.message()));
  for (const { from, text, html, cells, isTable = true } of clipboards) {
    await test.step(from, async () => expect(await read(text, html)).toEqual({ cells, isTable }));
  }
  expect(requests).toEqual([]);
});
