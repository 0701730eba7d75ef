import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { noDrafts, stage } from '../../../edits/drafts';
import { columnsOf } from '../../../grid/columns/columns-of';
import { findSet } from './set-matching-rows';

function record(item_id: string, fields: JsonObject): DwRecord {
  const nobody = { created_on: null, created_by: null, updated_on: null, updated_by: null };
  return { item_id, title: null, ...nobody, fields };
}

const records = [
  record('1', { size: 7 }),
  record('2', { size: 12 }),
  record('3', { size: true }),
  record('4', { size: '12' }),
  record('5', {}),
];
const size = columnsOf(records.slice(0, 2), null).find(({ id }) => id === 'size');

describe('one value for many records', () => {
  test('changes those that hold another, counts those that hold it, and names those that cannot take it', () => {
    if (!size) throw new Error('no column');
    const { lines, same } = findSet(records, size, '12', noDrafts.drafts);
    expect(same).toBe(2);
    expect(lines.map(({ record: { item_id }, edit, reason }) => [item_id, edit?.after, reason])).toEqual([
      ['1', 12, null],
      ['3', undefined, 'kind-would-change'],
      ['5', 12, null],
    ]);
  });

  test('looks at unsent changes, not only at what was read', () => {
    if (!size) throw new Error('no column');
    const one = records[0] as DwRecord;
    const edit = findSet([one], size, '12', noDrafts.drafts).lines[0]?.edit;
    const { drafts } = stage(noDrafts, edit ? [edit] : [], 1);
    expect(findSet([one], size, '12', drafts)).toEqual({ lines: [], same: 1 });
    // Back to what was read is a change of the draft.
    expect(findSet([one], size, '7', drafts).lines).toHaveLength(1);
  });
});
