import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, setOwn } from '../../contract/json';
import { valueReader } from '../../grid/columns/columns-of';
import type { ExportColumn } from './export-columns';
import { rowReader } from './row-reader';
import { recordOf } from './test-records';

const column = (id: string): ExportColumn => ({ id, name: null, kind: 'text', config: null, valueOf: valueReader(id) });
const ids = ['item_id', 'a', 'title', '12', '__proto__', 'constructor', 'b'];

function fieldsOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  const fields: JsonObject = {};
  for (const [id, value] of entries) setOwn(fields, id, value);
  return fields;
}

describe('the values of a record in the order of the columns', () => {
  test('are what each column says by itself, whatever fields the records have and in whatever order', () => {
    const entry = fc.tuple(fc.constantFrom(...ids, 'other'), fc.constantFrom<Json>(null, '', 0, 'x', [1]));
    // Each set of fields may come several times in a row, as it does in a table.
    const runs = fc.array(fc.tuple(fc.uniqueArray(entry, { selector: ([id]) => id }), fc.integer({ min: 1, max: 3 })));
    fc.assert(
      fc.property(fc.shuffledSubarray(ids), runs, (chosen, given) => {
        const columns = chosen.map(column);
        const read = rowReader(columns);
        for (const [entries, times] of given) {
          for (let time = 0; time < times; time += 1) {
            const record = recordOf(`r${time}`, fieldsOf(entries));
            expect([...read(record)]).toEqual(columns.map((one) => one.valueOf(record)));
          }
        }
      }),
    );
  });

  test('tell a field that is missing from one that is empty also after records that have it', () => {
    const read = rowReader([column('a')]);
    expect(read(recordOf('1', { a: 1 }))[0]).toBe(1);
    expect(read(recordOf('2', { a: null }))[0]).toBe(null);
    expect(read(recordOf('3', {}))[0]).toBe(undefined);
    expect(read(recordOf('4', {}))[0]).toBe(undefined);
  });
});
