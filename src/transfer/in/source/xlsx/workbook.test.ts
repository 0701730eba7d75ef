import { describe, expect, test } from 'vitest';
import { column } from '../../test-columns';
import { ImportSession } from '../../worker/import-session';
import type { ProblemKind } from '../rows';
import { readAll } from '../test-corpus';
import { readWorkbook } from './read-workbook';
import { SharedStrings } from './sheet-rows';
import { sheetOf, workbookOf } from './test-workbook';
import { partName, readZip } from './xml-parts';

const linesOf = async (file: Blob, sheet?: number): Promise<string[]> =>
  ((await (await readWorkbook(file, { sheet }))?.lines.text()) ?? '').split('\n').filter((line) => line !== '');
const options = { signal: new AbortController().signal, onProgress: () => {} };

describe('a workbook', () => {
  test('is read by cell references, whatever is missing', async () => {
    const file = await workbookOf({
      sheets: {
        Rows: `<x:worksheet xmlns:x="any"><x:cols><x:col min="1"/></x:cols><x:sheetData><x:row r="2"><x:c r="B2"><x:v>7</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row><x:row r="3" spans="1:3"/><x:row><x:c t="e"><x:v>#N/A</x:v></x:c><x:c r="AA4" t='d'><x:v>2026-02-03T00:00:00</x:v></x:c></x:row></x:sheetData><x:dimension ref="Z9"/></x:worksheet>`,
      },
    });
    expect(await linesOf(file)).toEqual([
      '1\t[]',
      '2\t["",7,"TRUE"]',
      '3\t[]',
      `4\t[{"problem":"error-value","text":"#N/A"}${',""'.repeat(25)},"2026-02-03"]`,
    ]);
  });

  test('may have inline, shared and rich texts, without phonetic hints', async () => {
    const file = await workbookOf({
      strings:
        '<sst><si><t>plain &amp; &#x4e2d;&#25991;</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">two </t></r><r><t>runs</t></r><rPh sb="0"><t>aloud</t></rPh></si><si/><si><t>a_x000D_b _x005F_x0041_</t></si></sst>',
      sheets: {
        Rows: sheetOf(
          '<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v> </v></c><c t="inlineStr"><is><t><![CDATA[<own>]]> &lt;1&gt;</t></is></c><c t="str"><f>A1</f><v>made</v></c></row>',
        ),
      },
    });
    expect((await linesOf(file)).map((line) => JSON.parse(line.split('\t')[1] ?? ''))).toEqual([
      ['plain & 中文', 'two runs', '', 'a\rb _x0041_', '', '<own> <1>', 'made'],
    ]);
  });

  test('with formats: text is read as shown, numbers and dates by value', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="d\\-mmm\\-yy"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const session = new ImportSession();
    const header = ['Zip', 'Day', 'Share', 'Seen'].map((name) => `<c t="str"><v>${name}</v></c>`).join('');
    const row =
      '<c s="1"><v>42</v></c><c s="2"><v>44594</v></c><c s="3"><v>0.28999999999999998</v></c><c s="4"><v>44594</v></c>';
    const rows = sheetOf(`<row r="1">${header}</row><row r="2">${row}</row>`);
    await session.open(
      { file: await workbookOf({ styles, from1904: true, sheets: { Rows: rows } }), choice: {} },
      options,
    );
    expect(await session.rows({ from: 0, to: 1 })).toMatchObject([
      { cells: ['00042', '3-Feb-26', '29%', '2026-02-03'] },
    ]);
    const as = async (kind: 'text' | 'number' | 'date') => {
      const mapped = [0, 1, 2, 3].map((column) => ({
        column,
        field_id: `f${column}`,
        kind,
        config: null,
        blank: 'keep' as const,
      }));
      const [made] = await session.records({ mapped, from: 0, to: 1 });
      return made?.cells.map(({ after, unfit }) => unfit ?? after);
    };
    expect(await as('text')).toEqual(['00042', '3-Feb-26', '29%', '2026-02-03']);
    expect(await as('number')).toEqual([42, 'not-a-number', 0.29, 'not-a-number']);
    expect(await as('date')).toEqual(['not-a-date', '2026-02-03', 'not-a-date', '2026-02-03']);
    const mapped = [{ column: 2, field_id: 'f', kind: 'number' as const, config: null, blank: 'keep' as const }];
    const { columns } = await session.fit({ mapped }, options);
    expect(columns[0]?.examples).toEqual([{ text: '29%', after: 0.29 }]);
  });

  test('with uncomputed formulas reports them by row; trailing blank rows are ignored', async () => {
    const session = new ImportSession();
    const rows = sheetOf(
      '<row r="1"><c t="str"><v>A</v></c><c t="str"><v>B</v></c></row><row r="2"><c><v>1</v></c><c><f>A2*2</f><v>2</v></c></row><row r="4"><c><v>3</v></c><c><f>A4*2</f></c></row><row r="5"><c t="str"><f>""</f><v></v></c></row><row r="9"><c s="1"/></row>',
    );
    const facts = await session.open({ file: await workbookOf({ sheets: { Rows: rows } }), choice: {} }, options);
    expect(facts).toMatchObject({ rows: 2, broken: 1, problems: { counts: { 'blank-line': 1, 'no-result': 1 } } });
    expect(facts.problems.first).toEqual([
      { kind: 'blank-line', line: 3, detail: '[]' },
      { kind: 'no-result', line: 4, detail: '=A4*2' },
    ]);
    expect(await session.rows({ from: 0, to: 9 })).toMatchObject([
      { line: 2, cells: [1, 2], broken: null },
      { line: 4, cells: [3, '=A4*2'], broken: 'no-result' },
    ]);
  });

  test('opens at the first sheet whose header matches the table’s fields', async () => {
    const cells = (...texts: string[]) => texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
    const sheet = (...rows: string[][]) =>
      sheetOf(rows.map((row, at) => `<row r="${at + 1}">${cells(...row)}</row>`).join(''));
    const sheets = {
      'Read me': sheet(['Title', 'Films, as they were'], ['By', 'me']),
      Hidden: sheet(['Title', 'US gross']),
      Films: sheet(['as of today'], ['TITLE', 'us_gross', 'Remark', '2200000000000031'], ['Titanic', '1', '', '']),
      More: sheet(['Title', 'US gross']),
    };
    const file = await workbookOf({ sheets, states: { Hidden: 'state="hidden"' } });
    const opened = async (fields: string[], choice = {}) =>
      (await new ImportSession().open({ file, choice, fields }, options)).sheet;
    const fields = ['item_id', 'Title', 'US gross', '2200000000000031'];
    expect(await opened(fields)).toBe(2);
    expect(await opened(fields, { sheet: 0 })).toBe(0);
    expect(await opened(['Director', 'Title'])).toBe(0);
    expect(await opened([])).toBe(0);
  });

  test('reports a formula with an empty result as uncomputed, unless it is an empty text', async () => {
    const session = new ImportSession();
    const rows = sheetOf(
      '<row r="1"><c t="str"><v>A</v></c><c t="str"><v>B</v></c></row><row r="2"><c><v>1</v></c><c><f>100+1</f><v></v></c></row><row r="3"><c><v>2</v></c><c t="str"><f>""</f><v/></c></row><row r="4"><c><v>3</v></c><c><f>100+2</f><v/></c></row>',
    );
    const facts = await session.open({ file: await workbookOf({ sheets: { Rows: rows } }), choice: {} }, options);
    expect(facts).toMatchObject({ rows: 3, broken: 2, problems: { counts: { 'no-result': 2 } } });
    expect(facts.problems.first.map(({ line, detail }) => [line, detail])).toEqual([
      [2, '=100+1'],
      [4, '=100+2'],
    ]);
  });

  test.each<[string, string, string, ProblemKind]>([
    ['an error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!', 'error-value'],
    ['an error without a formula', '<c t="e"><v>#REF!</v></c>', '#REF!', 'error-value'],
    ['a picture in a cell', '<c t="e" vm="1"><v>#VALUE!</v></c>', '#VALUE!', 'picture'],
    [
      'a picture of WPS',
      '<c t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>',
      '=DISPIMG("ID_1",1)',
      'picture',
    ],
    ['a zero that is a date', '<c s="1"><v>0</v></c>', '1900-01-00', 'zero-date'],
  ])('holds %s out of every field, and keeps its row', async (_what, cell, shown, kind) => {
    const session = new ImportSession();
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>';
    const rows = sheetOf(
      `<row r="1"><c t="str"><v>A</v></c><c t="str"><v>B</v></c></row><row r="2"><c><v>1</v></c>${cell}</row><row r="3"><c><v>2</v></c><c><v>5</v></c></row>`,
    );
    const facts = await session.open(
      { file: await workbookOf({ styles, sheets: { Rows: rows } }), choice: {} },
      options,
    );
    expect(facts).toMatchObject({
      rows: 2,
      broken: 0,
      problems: { counts: { [kind]: 1 }, first: [{ kind, line: 2, detail: shown }] },
      profiles: [{ filled: 2 }, { filled: 2, samples: ['5'] }],
    });
    expect(await session.rows({ from: 0, to: 1 })).toMatchObject([{ cells: [1, shown], broken: null }]);
    for (const type of ['text', 'number', 'date', 'json', 'option'] as const) {
      const mapped = [0, 1].map((at) =>
        column(type === 'text' || at === 1 ? type : 'number', { column: at, field_id: `f${at}` }),
      );
      const [row] = await session.records({ mapped, from: 0, to: 1 });
      expect(row?.cells).toMatchObject([{ unfit: null }, { after: null, unfit: 'no-value', text: shown }]);
      expect(await session.fit({ mapped }, options)).toMatchObject({
        columns: [{}, { unfit: { 'no-value': 1 } }],
      });
      const [kept] = await session.records({
        mapped: mapped.map((own) => ({ ...own, unfit: 'keep' as const })),
        from: 0,
        to: 1,
      });
      expect(kept).toMatchObject({ cells: [{ field_id: 'f0' }], misfits: [{ field_id: 'f1', text: shown }] });
    }
  });

  test('has a day for zero where days are counted from 1904, and a time for it', async () => {
    const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>';
    const sheets = { Rows: sheetOf('<row r="1"><c s="1"><v>0</v></c><c s="2"><v>0</v></c></row>') };
    const read = async (from1904: boolean) =>
      (await readAll(await workbookOf({ styles, sheets, from1904 }), { headerLine: 0 })).rows[0];
    expect(await read(true)).toMatchObject([
      { look: '1904-01-01', problem: null },
      { look: '0:00', problem: null },
    ]);
    expect(await read(false)).toMatchObject([{ problem: 'zero-date' }, { look: '0:00', problem: null }]);
  });

  test('has numbers as values, independent of text formats', async () => {
    const session = new ImportSession();
    const values = ['<v>2.125</v>', '<v>1000.125</v>', '<v>1E-7</v>'].map((cell) => `<c>${cell}</c>`);
    const cells = ['<c t="str"><v>Sum</v></c>', ...values, '<c t="str"><v>1.234.567</v></c>'];
    const rows = cells.map((cell, at) => `<row r="${at + 1}">${cell}</row>`).join('');
    const facts = await session.open(
      { file: await workbookOf({ sheets: { Rows: sheetOf(rows) } }), choice: {} },
      options,
    );
    expect(facts.profiles[0]).toMatchObject({ filled: 4, texts: ['1.234.567'] });
    const own = { column: 0, field_id: 'f', kind: 'number' as const, config: null, blank: 'keep' as const };
    const read = async (written?: 'comma') =>
      (await session.records({ mapped: [{ ...own, written }], from: 0, to: 9 })).map(
        ({ cells: [cell] }) => cell?.unfit ?? cell?.after,
      );
    expect(await read()).toEqual([2.125, 1000.125, 1e-7, 'not-a-number']);
    expect(await read('comma')).toEqual([2.125, 1000.125, 1e-7, 1234567]);
  });

  test('opens at its first visible sheet; others are read on request', async () => {
    const row = (text: string) => sheetOf(`<row r="1"><c t="str"><v>${text}</v></c></row>`);
    const file = await workbookOf({
      sheets: { One: row('1'), Two: row('2'), Three: row('3') },
      states: { One: 'state="veryHidden"' },
    });
    expect(await readWorkbook(file, {})).toMatchObject({
      sheet: 1,
      sheets: [
        { name: 'One', rows: 1 },
        { name: 'Two', rows: 1 },
        { name: 'Three', rows: 1 },
      ],
    });
    expect(await linesOf(file, 2)).toEqual(['1\t["3"]']);
    expect(await readWorkbook(file, { sheet: 3 })).toBeNull();
  });

  test('of many parts is read completely, with texts loaded on demand', async () => {
    const count = 9000;
    const texts = Array.from({ length: count }, (_text, index) => `text ${index} ${'x'.repeat(index % 90)}`);
    const rows = Array.from({ length: count }, (_row, index) => {
      const other = (index * 7919) % count;
      return `<row r="${index + 1}"><c t="s"><v>${index}</v></c><c t="s"><v>${other}</v></c></row>`;
    });
    const file = await workbookOf({
      strings: `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
      sheets: { Rows: sheetOf(rows.join('')) },
    });
    const lines = await linesOf(file);
    expect(lines).toEqual(
      texts.map((text, index) => `${index + 1}\t${JSON.stringify([text, texts[(index * 7919) % count]])}`),
    );

    const held = await SharedStrings.read((await readZip(file)).get(partName('xl/sharedStrings.xml')), {
      most: 50_000,
    });
    const found = new Map<number, string>();
    const wanted = [8999, 0, 5000, 0, 3];
    await held.fetch(wanted.map((index) => ({ index, take: (text: string) => void found.set(index, text) })));
    expect(wanted.map((index) => found.get(index))).toEqual(wanted.map((index) => texts[index]));
    expect(held.at(4000)).toBeUndefined();
  });

  test('that is cut off or invalid is detected', async () => {
    const file = await workbookOf({ sheets: { Rows: sheetOf('<row r="1"><c><v>1</v></c></row>') } });
    await expect(
      new ImportSession().open({ file: file.slice(0, file.size - 40), choice: {} }, options),
    ).rejects.toThrow('bad-workbook');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const place = new TextDecoder('latin1').decode(bytes).indexOf('xl/worksheets/s0.xml');
    bytes.fill(0xff, place + 20, place + 60);
    await expect(new ImportSession().open({ file: new Blob([bytes]), choice: {} }, options)).rejects.toThrow(
      'bad-workbook',
    );
    const other = await workbookOf({ sheets: {} });
    await expect(new ImportSession().open({ file: other, choice: {} }, options)).rejects.toThrow('no-workbook');
    const sealed = new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), [...'EncryptedPackage'].join('\0')]);
    await expect(new ImportSession().open({ file: sealed, choice: {} }, options)).rejects.toThrow('sealed');
  });
});
