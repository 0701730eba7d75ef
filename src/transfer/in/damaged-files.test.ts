import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOfCell } from './source/rows';
import { sheetOf, workbookOf } from './source/xlsx/test-workbook';
import { imported } from './test-import';
import { isUnderstood } from './worker/is-understood';

const records = Array.from({ length: 60 }, (_record, index) => ({
  Name: `name ${index}, "é"`,
  Size: index,
  Tags: ['a', 'b'],
}));
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** How many rows a damaged text holds, by other means; null where it is not what it was. */
const jsonRows = (find: (json: never) => unknown) => (text: string) => {
  try {
    const rows = find(JSON.parse(text) as never);
    return Array.isArray(rows) ? rows.length : null;
  } catch {
    return null;
  }
};
const fixtures: [name: string, text: string, rowsOf: (text: string) => number | null][] = [
  ['JSON', JSON.stringify(records), jsonRows((json) => json)],
  ['JSON in lines', JSON.stringify(records, null, 2), jsonRows((json) => json)],
  [
    'an envelope',
    JSON.stringify({ next: null, results: records }),
    jsonRows((json: { results?: unknown }) => json.results),
  ],
];

/** A text in which some bytes are others, or missing. */
const damaged = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length - 1), fc.constantFrom(...'",[]{}:\n\r\t;\\a1 ', '')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => changes.reduce((now, [place, char]) => now.slice(0, place) + char + now.slice(place + 1), text));

test.each(fixtures)('of damaged %s no row is missing where no problem is found', async (_name, text, rowsOf) => {
  await fc.assert(
    fc.asyncProperty(damaged(text), async (bytes) => {
      const read = await imported(bytes, { Name: 'text', Size: 'number' }).catch(() => null);
      if (read === null || !isUnderstood(read.facts)) return;
      const held = rowsOf(bytes);
      // A text of objects that are no list any more is one row.
      if (held === null) expect(read.facts.format).not.toBe('csv');
      else expect(read.facts.rows).toBeGreaterThanOrEqual(held);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['CSV', ','],
  ['TSV', '\t'],
])('of damaged %s every line is in a row where no problem is found', async (_name, delimiter) => {
  const line = (cells: string[]) => `${cells.join(delimiter)}\n`;
  const text =
    line(['Name', 'Size', 'Tags']) +
    records.map((own) => line([quoted(own.Name), `${own.Size}`, own.Tags.join('+')])).join('');
  await fc.assert(
    fc.asyncProperty(damaged(text), async (bytes) => {
      const read = await imported(bytes, { Name: 'text', Size: 'number' }).catch(() => null);
      if (read === null || !isUnderstood(read.facts)) return;
      const { facts, session } = read;
      const rows = await session.rows({ from: 0, to: facts.rows });
      const ends = (part: string) => part.split(/\r\n|\r|\n/).length - 1;
      const inCells = rows
        .flatMap(({ cells }) => cells.map((cell) => ends(textOfCell(cell))))
        .reduce((sum, count) => sum + count, 0);
      const above = Math.max(1, facts.headerLine);
      expect(facts.rows + inCells + above).toBe(ends(bytes.endsWith('\n') ? bytes : `${bytes}\n`));
    }),
    { numRuns: 150 },
  );
});

test('of a workbook with a damaged byte every value is as it was where no problem is found', async () => {
  const names = records.map(({ Name }) => `<si><t>${Name.replaceAll('"', '&quot;')}</t></si>`).join('');
  const rows = records.map(({ Size }) => `<row><c t="s"><v>${Size + 2}</v></c><c s="1"><v>${Size}.5</v></c></row>`);
  const file = await workbookOf({
    strings: `<sst><si><t>Name</t></si><si><t>Day</t></si>${names}</sst>`,
    styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    sheets: { Rows: sheetOf(`<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${rows.join('')}`) },
  });
  const whole = new Uint8Array(await file.arrayBuffer());
  const { rows: values, facts } = await imported(whole, { Name: 'text', Day: 'date' });
  expect(values).toHaveLength(records.length);
  expect(isUnderstood(facts)).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const bytes = whole.with(place, (whole[place] ?? 0) ^ change);
      const read = await imported(bytes, { Name: 'text', Day: 'date' }).catch(() => null);
      if (read !== null && isUnderstood(read.facts)) expect(read.rows).toEqual(values);
    }),
    { numRuns: 150 },
  );
});
