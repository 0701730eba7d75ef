import { describe, expect, test } from 'vitest';
import { ImportSession } from '../worker/import-session';
import { type FileLimitError, fileLimits } from './file-limits';
import { SourceError } from './source-formats';
import { opened, patienceMs, refused, sheet, spent } from './test-hostile';
import { hostileWorkbook, type PackedPart, packedOf, sheetEnd, sheetStart } from './xlsx/test-packed';

const MB = 2 ** 20;
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const many = (text: string, megabytes: number): Blob =>
  new Blob(Array.from({ length: megabytes }, () => text.repeat(MB / text.length)));
const listOf = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_each, index) => entry(index)).join('');

describe('an expensive workbook is refused within two seconds', () => {
  test.each<[string, () => Blob, Partial<FileLimitError>]>([
    ['100 MB of blanks', () => sheet([' ', 100 * MB]), { limit: 'row', most: 16 }],
    ['a cell of 60 MB', () => sheet('<row><c t="str"><v>', ['x', 60 * MB], '</v></c></row>'), { limit: 'row' }],
    ['ends of rows that never began', () => sheet(['row>', 25 * MB]), { limit: 'row' }],
    ['elements within each other', () => sheet(['<a>', 30 * MB]), { limit: 'row' }],
    [
      'a row far below',
      () => sheet('<row r="1000000000"><c><v>1</v></c></row>'),
      { limit: 'sheetRows', found: 1_000_000_000 },
    ],
    [
      'a cell far to the right',
      () => sheet('<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>'),
      { limit: 'columns', line: 2, most: 16_384 },
    ],
    [
      'a shared text of 60 MB',
      () => hostileWorkbook({ strings: { runs: ['<sst><si><t>', ['x', 60 * MB], '</t></si></sst>'] } }),
      { limit: 'row' },
    ],
    [
      'a shared text of 15 MB in a thousand cells',
      () =>
        hostileWorkbook({
          strings: { runs: ['<sst><si><t>', ['x', 15 * MB], '</t></si></sst>'] },
          sheet: { runs: [sheetStart, ['<row><c t="s"><v>0</v></c></row>', 1000], sheetEnd] },
        }),
      { limit: 'expansion', most: 66 },
    ],
    [
      'rows with their one cell at the right end',
      () => sheet(['<row><c r="XFD1"><v>1</v></c></row>', 20_000]),
      { limit: 'expansion', most: 64 },
    ],
    [
      'a list of sheets of 60 MB',
      () => hostileWorkbook({ book: { runs: ['<workbook>', [' ', 60 * MB], '</workbook>'], size: 10 } }),
      { limit: 'part', most: 32 },
    ],
    [
      'a million looks',
      () =>
        hostileWorkbook({
          styles: { runs: ['<styleSheet><cellXfs>', ['<xf numFmtId="14"/>', MB], '</cellXfs></styleSheet>'] },
        }),
      { limit: 'looks', found: MB },
    ],
    [
      'more sheets than anybody chooses from',
      () =>
        hostileWorkbook({
          book: {
            runs: [
              `<workbook xmlns:r="${office}"><sheets>`,
              listOf(20_000, (at) => `<sheet name="S${at}" r:id="s${at}"/>`),
              '</sheets></workbook>',
            ],
          },
          relations: {
            runs: [
              '<Relationships>',
              listOf(
                20_000,
                (at) => `<Relationship Id="s${at}" Type="${office}/worksheet" Target="worksheets/s.xml"/>`,
              ),
              '</Relationships>',
            ],
          },
        }),
      { limit: 'sheets', found: 20_000 },
    ],
    [
      'an archive of 100,000 files',
      () => packedOf(Object.fromEntries(Array.from({ length: 100_000 }, (_each, at) => [`f${at}`, { runs: ['x'] }]))),
      { limit: 'archiveList' },
    ],
  ])('%s', async (_name, make, expected) => {
    expect(await refused(make())).toMatchObject(expected);
  });
});

describe('a workbook with many trivial parts', () => {
  test('may have a million rows with only a height: they are ignored', async () => {
    const { outcome, silence } = await opened(sheet('<row><c><v>7</v></c></row>', ['<row ht="15"/>', 1_000_000]));
    expect(outcome).toMatchObject({ rows: 1, broken: 0 });
    expect(silence).toBeLessThan(patienceMs);
  });

  test('may list 60,000 unused formats', async () => {
    const formats = listOf(
      60_000,
      (at) => `<numFmt numFmtId="${at + 200}" formatCode="0.${'0'.repeat(at % 20)}&quot;${at}&quot;"/>`,
    );
    const cells = listOf(60_000, (at) => `<xf numFmtId="${at + 200}"/>`);
    const styles = {
      runs: ['<styleSheet><numFmts>', formats, '</numFmts><cellXfs>', cells, '</cellXfs></styleSheet>'],
    };
    const { outcome, silence } = await opened(hostileWorkbook({ styles }));
    expect(outcome).toMatchObject({ rows: 1 });
    expect(silence).toBeLessThan(patienceMs);
  });

  test('may have a format of megabytes: its numbers are read as digits', async () => {
    const styles = {
      runs: [
        '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="',
        ['0', 4 * MB],
        '"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>',
      ],
    } satisfies PackedPart;
    const rows = { runs: [sheetStart, '<row><c s="1"><v>42</v></c></row>', sheetEnd] };
    const session = new ImportSession();
    const begun = spent();
    await session.open(
      { file: hostileWorkbook({ styles, sheet: rows }), choice: {} },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
    expect(await session.rows({ from: 0, to: 1 })).toMatchObject([{ cells: [42, ''] }]);
    expect(spent() - begun).toBeLessThan(patienceMs);
  });

  test('is read although its archive declares a false size', async () => {
    const rows: PackedPart = { runs: [sheetStart, ['<row><c t="str"><v>x</v></c></row>', 20_000], sheetEnd] };
    for (const size of [100, 0xfffffff0]) {
      const { outcome } = await opened(hostileWorkbook({ sheet: { ...rows, size } }));
      expect(outcome).toMatchObject({ rows: 20_000 });
    }
  });

  test('returns blank rows once, also if rows are unordered', async () => {
    const rows: PackedPart['runs'] = [['<row r="9"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>', 100]];
    const { outcome } = await opened(sheet(...rows));
    expect(outcome).toMatchObject({ rows: 200, problems: { counts: { 'blank-line': 7 } } });
  });
});

describe('expensive text is refused within two seconds', () => {
  test.each<[string, () => Blob, Partial<FileLimitError>]>([
    ['a line of 50 MB', () => many('x', 50), { limit: 'row', line: 1, most: 16 }],
    ['a line of 50 MB below others', () => new Blob(['a,b\n1,2\n', many('x,', 50)]), { limit: 'row', line: 3 }],
    [
      'a row of 50 MB in quotes',
      () => new Blob(['a,b\n', many(`"${'x\n'.repeat(MB / 4 - 2)}x",`, 50)]),
      { limit: 'row' },
    ],
    ['four million columns', () => new Blob(['x,'.repeat(4 * MB), '\n1,2\n']), { limit: 'columns', found: 4 * MB + 1 }],
    [
      'JSON a million deep',
      () => new Blob(['['.repeat(1_000_000), ']'.repeat(1_000_000)]),
      { limit: 'nesting', line: 1, most: 500 },
    ],
    [
      'a value a million deep in lines of JSON',
      () => new Blob(['{"a":1}\n{"a":', '['.repeat(1_000_000), ']'.repeat(1_000_000), '}\n']),
      { limit: 'nesting', line: 2 },
    ],
    ['a text of 50 MB in JSON', () => new Blob(['[{"a":"', many('x', 50), '"}]']), { limit: 'row', line: 1 }],
    [
      'a text of 50 MB in lines of JSON',
      () => new Blob(['{"a":1}\n{"a":"', many('x', 50), '"}\n']),
      { limit: 'row', line: 2 },
    ],
  ])('%s', async (_name, make, expected) => {
    expect(await refused(make())).toMatchObject(expected);
  });

  test('random bytes are distinguished from text, however many', async () => {
    const bytes = new Uint8Array(24 * MB);
    for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    // None of the signatures of other kinds of files.
    bytes.set([0x61, 0x2c, 0x62, 0x0a]);
    const { outcome, silence } = await opened(new Blob([bytes]));
    expect(outcome).toEqual(new SourceError('not-text'));
    expect(silence).toBeLessThan(patienceMs);
  });
});

describe('text with many trivial parts', () => {
  test('may have brackets of rows inside texts', async () => {
    const file = new Blob([`[{"a":"${'['.repeat(2000)}"},{"a":"\\"${'{'.repeat(2000)}"},{"a":[[[1]]]}]`]);
    expect((await opened(file)).outcome).toMatchObject({ rows: 3, broken: 0 });
  });

  test('may be a JSON array on one line', async () => {
    const file = new Blob([`[${listOf(400_000, (at) => `{"id":${at},"name":"some name of a record"},`)}{}]`]);
    expect(file.size).toBeGreaterThan(fileLimits.row);
    const { outcome, silence } = await opened(file);
    expect(outcome).toMatchObject({ rows: 400_001, broken: 0 });
    expect(silence).toBeLessThan(patienceMs);
  });

  test('may have short rows below ten thousand columns, which are padded in steps', async () => {
    const file = new Blob([`${listOf(10_000, (at) => `c${at},`)}\n`, '1\n'.repeat(2000)]);
    const session = new ImportSession();
    const facts = await session.open(
      { file, choice: {} },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
    expect(facts).toMatchObject({ rows: 2000, problems: { counts: { 'short-row': 2000 } } });
    expect((await session.rows({ from: 1998, to: 2000 })).map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2000, '1'],
      [2001, '1'],
    ]);
  });
});
