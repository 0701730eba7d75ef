import { describe, expect, test } from 'vitest';
import { refused, sheet } from './test-hostile';
import type { PackedPart } from './xlsx/test-packed';
import { hostileWorkbook, sheetEnd, sheetStart } from './xlsx/test-packed';

const MB = 2 ** 20;
const header = (last: string) =>
  `<worksheet><sheetData><row><c t="str"><v>A</v></c><c r="${last}1" t="str"><v>B</v></c></row>`;
const withStrings = (strings: PackedPart['runs'], rows: PackedPart['runs']) =>
  hostileWorkbook({ strings: { runs: strings }, sheet: { runs: [sheetStart, ...rows, sheetEnd] } });

describe('a small file that would become a large one is refused', () => {
  test.each<[string, () => Blob]>([
    [
      'short rows below 16,384 columns',
      () => hostileWorkbook({ sheet: { runs: [header('XFD'), ['<row><c><v>1</v></c></row>', 1_000_000], sheetEnd] } }),
    ],
    [
      'a million short rows below 1,000 columns',
      () => hostileWorkbook({ sheet: { runs: [header('ALL'), ['<row><c><v>1</v></c></row>', 1_000_000], sheetEnd] } }),
    ],
    ['short lines below 16,384 columns', () => new Blob([`${'c,'.repeat(16_383)}c\n`, '1\n'.repeat(100_000)])],
    [
      'objects of which each has another key',
      () => new Blob(Array.from({ length: 16_000 }, (_each, at) => `{"k${at}":1}\n`)),
    ],
    ['short arrays below a long one', () => new Blob([`[[${'"a",'.repeat(16_000)}"a"]`, ',[1]'.repeat(100_000), ']'])],
    ['twenty million empty shared texts', () => withStrings(['<sst>', ['<si/>', 20 * MB], '</sst>'], [])],
    [
      'shared texts that are fetched in turn from either end',
      () =>
        withStrings(
          ['<sst>', [`<si><t>${'y'.repeat(15_000)}</t></si>`, 3072], '</sst>'],
          [['<row><c t="s"><v>0</v></c><c t="s"><v>2000</v></c></row>', 100_000]],
        ),
    ],
    [
      'a row of one shared text',
      () =>
        withStrings(
          ['<sst><si><t>', ['x', 15 * MB], '</t></si></sst>'],
          ['<row>', ['<c t="s"><v>0</v></c>', 300], '</row>'],
        ),
    ],
    [
      'a format that repeats its text 900 times',
      () =>
        hostileWorkbook({
          styles: {
            runs: [
              `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'@'.repeat(900)}"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>`,
            ],
          },
          sheet: { runs: [sheetStart, [`<row><c s="1" t="str"><v>${'a'.repeat(900)}</v></c></row>`, 1000], sheetEnd] },
        }),
    ],
    ['characters that are none', () => sheet(['<row><c t="str"><v>\u0001</v></c></row>', 2 * MB])],
    ['errors of XML', () => sheet([`<!--${'-'.repeat(1000)}--><row/>`, 60_000])],
  ])('%s', async (_name, make) => {
    const file = make();
    const { limit, most } = await refused(file);
    expect(limit).toBe('expansion');
    expect(most).toBe(Math.round(64 + (100 * file.size) / MB));
  });
});
