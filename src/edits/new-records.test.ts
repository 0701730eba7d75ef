import { describe, expect, test } from 'vitest';
import { changesOfDrafts } from '../jobs/table/changes';
import { countsOf, type DraftRecord, handOver, isNewRecord, newRecordId, noDrafts, stage, undo } from './drafts';
import { missingOfKey, newRecordsOf } from './new-records';

const made = { item_id: newRecordId(1_800_000_000_000, 0.5), title: null, updated_on: null };
const known = { item_id: '2300020000000001', title: 'A', updated_on: null };
const edit = (record: DraftRecord, field_id: string, after: string | null, before?: string) => ({
  record,
  field_id,
  before,
  after,
});
const { drafts } = stage(
  noDrafts,
  [edit(known, 'name', 'b', 'a'), edit(made, 'name', 'x'), edit(made, 'code', '7')],
  1,
);

describe('new records among drafts', () => {
  test('are distinguished from existing ones and from each other', () => {
    expect(isNewRecord(made.item_id)).toBe(true);
    expect(isNewRecord(known.item_id)).toBe(false);
    expect(newRecordId(1_800_000_000_000, 0.6)).not.toBe(made.item_id);
    expect(newRecordsOf(drafts).map(({ record }) => record.item_id)).toEqual([made.item_id]);
    expect(countsOf(drafts)).toEqual({ records: 2, cells: 3, created: 1 });
  });

  test('report missing key fields', () => {
    const [draft] = newRecordsOf(drafts);
    expect(missingOfKey(draft, ['name', 'code'])).toEqual([]);
    expect(missingOfKey(draft, ['name', 'year'])).toEqual(['year']);
    expect(missingOfKey(undefined, ['name'])).toEqual(['name']);
  });

  test('enter a job without ID, under their own name', () => {
    expect(changesOfDrafts(drafts)).toMatchObject([
      { row: known.item_id, item_id: known.item_id },
      { row: made.item_id, item_id: null, title: null },
    ]);
  });

  test('are undone like any other change, and leave when a job takes them', () => {
    const history = stage(noDrafts, [edit(made, 'name', 'x')], 1);
    expect(undo(history).drafts.size).toBe(0);
    expect(handOver(history, [{ item_id: made.item_id, field_id: 'name', after: 'x' }]).drafts.size).toBe(0);
  });
});
