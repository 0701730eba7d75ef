import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from './csv-rows';

const delimiterOf = fc.constantFrom(',', '\t', ';', '|');
const markOf = fc.constantFrom('\n', '\r\n');
const cell = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', '"', '""', 'a,b', 'x\ny', 'x\r\ny', '\t', ';', '|', '007', ' spaced ', "'=1", '中文', '\ufeff'),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((columns) =>
    fc.tuple(
      fc.constant(columns),
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
    ),
  );

function format(rows: readonly (readonly string[])[], delimiter: string, mark: string, all: boolean): string {
  const written = (text: string): string =>
    all || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(written).join(delimiter) + mark).join('');
}

describe('CSV', () => {
  test('anything written is read back', () => {
    fc.assert(
      fc.property(
        table,
        delimiterOf,
        markOf,
        fc.boolean(),
        fc.boolean(),
        ([columns, rows], delimiter, mark, all, ended) => {
          const text = format(rows, delimiter, mark, all);
          const piece = {
            text: ended ? text : text.slice(0, -mark.length),
            dialect: { delimiter },
            columns,
            firstLine: 1,
            last: true,
          };
          const read = readCsv(piece);
          expect(read.rows).toEqual(rows);
          expect(read.problems.filter(({ kind }) => kind !== 'nul')).toEqual([]);
          const starts = rows.map((_row, index) => {
            const before = format(rows.slice(0, index), delimiter, mark, all);
            return 1 + (before.match(/\r\n|\n|\r/g)?.length ?? 0);
          });
          expect(read.lines).toEqual(starts);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('unquoted text is split at delimiters and any line endings', () => {
    const plain = fc
      .array(fc.constantFrom('a', 'b', ',', '\n', '\r\n', '\r', ' ', '1'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 4 }), (text, columns) => {
        const read = readCsv({ text, dialect: { delimiter: ',' }, columns, firstLine: 5, last: true });
        const filled = text
          .split(/\r\n|\n|\r/)
          .flatMap((line, index) => (line === '' ? [] : [{ line, at: 5 + index }]));
        expect(read.lines).toEqual(filled.map(({ at }) => at));
        expect(read.rows).toEqual(
          filled.map(({ line }) => Array.from({ length: columns }, (_, column) => line.split(',')[column] ?? '')),
        );
        expect(read.end).toBe(text.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('no character is lost, however malformed', () => {
    const ugly = fc
      .array(fc.constantFrom('a', '"', ',', '\n', 'b'), { minLength: 1, maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(ugly, (text) => {
        const { rows } = readCsv({ text, dialect: { delimiter: ',' }, columns: 40, firstLine: 1, last: true });
        const kept = rows.flat().join('').replace(/[^ab]/g, '');
        expect(kept).toBe(text.replace(/[^ab]/g, ''));
      }),
      { numRuns: 1000 },
    );
  });
});
