import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import writeExcel from 'write-excel-file/node';
import { type Imported, imported } from './test-import';

const fields = { Name: 'text', Note: 'long-text', Size: 'number', On: 'switch' } as const;
const names = Object.keys(fields);
type Row = [name: string, note: string, size: number, on: boolean];

const text = fc.string({ unit: fc.constantFrom(...'a1"\',;|=+-@ \\(%漢é👍', '\n', '\t'), maxLength: 12 });
/** A name is never blank, so that no row is. */
const rows = fc.array(
  fc.tuple(
    text.map((own) => `n${own}`),
    text,
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })),
    fc.boolean(),
  ),
  { minLength: 1, maxLength: 8 },
);

/** The values that were written, or, of a text that is read as what it says, the note of it. */
function expectRead({ facts, rows: read }: Imported, written: readonly Row[], isText = (own: string) => own): void {
  expect(facts.columns.map(({ name }) => name)).toEqual(names);
  expect(facts.broken).toBe(0);
  expect(read).toHaveLength(written.length);
  for (const [index, [name, note, size, on]] of written.entries()) {
    const noted = facts.problems.counts['formula-text'] !== undefined && /^="[^"]*"$/.test(note);
    const { Note = '', ...others } = read[index] as Record<string, unknown>;
    expect(others).toEqual({ Name: isText(name), Size: size === 0 ? 0 : Number(String(size)), On: on });
    if (!noted) expect(Note).toBe(isText(note));
  }
}

test('a CSV that another library has written is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      async (written, delimiter, record_delimiter, quoted, bom) => {
        const cells = written.map(([name, note, size, on]) => [name, note, String(size), String(on)]);
        // By itself it quotes only the line end that its records have.
        const file = stringify([names, ...cells], { delimiter, record_delimiter, quoted, bom, quoted_match: /[\r\n]/ });
        expectRead(await imported(file, fields, { delimiter, escapes: false }), written as Row[]);
      },
    ),
    { numRuns: 150 },
  );
});

test('JSON that the engine has written is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(0, 2), async (written, indent) => {
      const objects = written.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
      expectRead(await imported(JSON.stringify({ next: null, rows: objects }, null, indent), fields), written as Row[]);
    }),
    { numRuns: 100 },
  );
});

test('a workbook that another library has written is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (written) => {
      const cells = written.map(([name, note, size, on]) => [
        { value: name, type: String },
        note === '' ? null : { value: note, type: String },
        { value: size, type: Number },
        { value: on, type: Boolean },
      ]);
      const head = names.map((value) => ({ value, type: String }));
      const file = (await writeExcel([head, ...cells] as never).toBuffer()) as Buffer;
      // A workbook stores 17 digits of a number and means 15.
      const meant = written.map(([name, note, size, on]): Row => [name, note, Number(size.toPrecision(15)), on]);
      expectRead(await imported(new Uint8Array(file), fields), meant);
    }),
    { numRuns: 25 },
  );
});
