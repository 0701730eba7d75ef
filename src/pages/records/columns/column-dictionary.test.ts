import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldKinds } from '../../../contract/field-kinds';
import type { Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { columnsAsChosen, noChoice, renameColumn, retypeColumn } from '../../../grid/columns/column-choice';
import { columnsOf } from '../../../grid/columns/columns-of';
import {
  type DictionaryEntry,
  dictionaryLengthMax,
  formatDictionary,
  mergeDictionary,
  readDictionary,
} from './column-dictionary';

function record(fields: Record<string, Json>): DwRecord {
  return { item_id: '1', title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

const table = { table_id: '21', table_name: 'Orders' };
const found = columnsOf([record({ a: 'x', b: 2, c: true })], {
  table_id: '21',
  name: '',
  fields: [{ field_id: 'b', name: 'Amount', field_type: 'money', required: false, config: {} }],
});
const chosen = retypeColumn(renameColumn(noChoice, 'a', 'Letter'), 'a', 'option');

const read = (value: unknown) => readDictionary(typeof value === 'string' ? value : JSON.stringify(value));
const file = (fields: unknown) => ({ format: 'warehouse-console/field-dictionary', version: 1, ...table, fields });

describe('a names file', () => {
  test('is exported and imported: on an undescribed table it gives the same names and types', () => {
    const text = formatDictionary(table, columnsAsChosen(found, chosen), chosen);
    const back = readDictionary(text);
    expect(back).toEqual({
      ok: true,
      dictionary: {
        ...table,
        fields: [
          { field_id: 'b', name: 'Amount', kind: 'number' },
          { field_id: 'a', name: 'Letter', kind: 'option' },
          { field_id: 'c' },
        ],
      },
    });
    const merged = back.ok && mergeDictionary(found, noChoice, back.dictionary);
    expect(merged).toEqual({
      choice: chosen,
      names: [{ id: 'a', before: null, after: 'Letter' }],
      kinds: [{ id: 'a', before: 'text', after: 'option' }],
      same: 2,
      unseen: [],
    });
    // Once more changes nothing.
    expect(back.ok && mergeDictionary(found, chosen, back.dictionary)).toMatchObject({ choice: chosen, same: 3 });
  });

  test('sets only what differs from detection, keeps unseen fields, and leaves the rest', () => {
    const dictionary = {
      ...table,
      fields: [
        { field_id: 'b', name: 'Amount', kind: 'number' as const },
        { field_id: 'later', name: 'Late' },
      ],
    };
    const own = renameColumn(renameColumn(chosen, 'b', 'Mine'), 'c', 'Flag');
    const merged = mergeDictionary(found, own, dictionary);
    expect(merged.choice.names).toEqual({ a: 'Letter', c: 'Flag', later: 'Late' });
    expect(merged.unseen).toEqual(['later']);
    expect(merged.names).toEqual([
      { id: 'b', before: 'Mine', after: 'Amount' },
      { id: 'later', before: null, after: 'Late' },
    ]);
  });

  test.each([
    ['text that is no JSON', '{"format":', { reason: 'not-json' }],
    ['other JSON', { a: 1 }, { reason: 'not-a-dictionary' }],
    ['a list', [1], { reason: 'not-a-dictionary' }],
    ['no list of fields', file('x'), { reason: 'not-a-dictionary' }],
    ['a later version', { ...file([]), version: 2 }, { reason: 'newer', version: 2 }],
    ['a field without id', file([{ field_id: 'a' }, { name: 'x' }]), { reason: 'no-id', at: 2 }],
    ['an id that is a number', file([{ field_id: 22 }]), { reason: 'no-id', at: 1 }],
    ['a name that is none', file([{ field_id: 'a', name: 3 }]), { reason: 'bad-name', at: 1 }],
    ['the same field twice', file([{ field_id: 'a' }, { field_id: 'a' }]), { reason: 'twice', at: 2, id: 'a' }],
    [
      'a kind that nobody knows',
      file([{ field_id: 'a', kind: 'hologram' }]),
      { reason: 'bad-kind', at: 1, kinds: fieldKinds.join(', ') },
    ],
    ['too much', ' '.repeat(dictionaryLengthMax + 1), { reason: 'too-large' }],
  ])('%s is refused whole, with its place', (_, content, problem) => {
    expect(read(content)).toEqual({ ok: false, problem });
  });

  test('may have a byte order mark, blank names and nulls', () => {
    const text = `\uFEFF${JSON.stringify(file([{ field_id: 'a', name: ' ', kind: null }]))}`;
    expect(readDictionary(text)).toMatchObject({ ok: true, dictionary: { fields: [{ field_id: 'a' }] } });
  });

  test('once merged, is what the columns say', () => {
    const entry = fc.record(
      {
        field_id: fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__'),
        name: fc.string({ minLength: 1 }).filter((name) => name.trim() === name && name !== ''),
        kind: fc.constantFrom(...fieldKinds),
      },
      { requiredKeys: ['field_id'] },
    );
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ field_id }) => field_id }), (fields: DictionaryEntry[]) => {
        const { choice } = mergeDictionary(found, chosen, { ...table, fields });
        const columns = columnsAsChosen(found, choice);
        for (const { field_id, name, kind } of fields) {
          const column = columns.find(({ id }) => id === field_id);
          if (!column) continue;
          if (name !== undefined) expect(column.name).toBe(name);
          if (kind !== undefined) expect(column.kind).toBe(kind);
        }
      }),
    );
  });
});
