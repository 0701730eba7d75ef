import { expect, test } from 'vitest';
import type { DwRecord } from '../contract/records';
import { type DraftHistory, newRecordId, noDrafts, stage, undo } from './drafts';
import { editsForExisting } from './new-records';

const row = newRecordId(1_000, 0.5);
const record = { item_id: row, title: null, updated_on: null };
const meant: DwRecord = {
  item_id: '23',
  title: 'ford pinto',
  created_on: null,
  created_by: null,
  updated_on: '2026-11-20 10:00:00',
  updated_by: null,
  fields: { name: 'ford pinto', power: 85 },
};

test('values of a new record become changes of the chosen record in one step; equal values are none', () => {
  const edits = [
    { record, field_id: 'name', before: undefined, after: 'ford pinto' },
    { record, field_id: 'power', before: undefined, after: 42 },
    { record, field_id: 'year', before: undefined, after: 'soon', unfit: true as const },
  ];
  const before = stage(noDrafts, edits, 1);
  const draft = before.drafts.get(row);
  if (!draft) throw new Error('the new record is no draft');
  const after: DraftHistory = stage(before, editsForExisting(draft, meant), 2);

  expect([...after.drafts.keys()]).toEqual(['23']);
  const own = after.drafts.get('23');
  expect(own?.record).toEqual({ item_id: '23', title: 'ford pinto', updated_on: '2026-11-20 10:00:00' });
  expect(Object.fromEntries(own?.cells ?? [])).toEqual({
    power: { before: 85, after: 42 },
    year: { before: undefined, after: 'soon', unfit: true },
  });
  expect(undo(after).drafts).toEqual(before.drafts);
});
