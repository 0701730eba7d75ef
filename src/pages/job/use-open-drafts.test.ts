import { expect, test } from 'vitest';
import { noDrafts, stage } from '../../edits/drafts';
import { isNewRecord } from '../../edits/new-record-id';
import { record } from '../../grid/test-table';
import { changesOfDrafts } from '../../jobs/changes';
import { dryRun } from '../../jobs/dry-run';
import type { JobLine } from '../../jobs/job-lines';
import type { JobField } from '../../storage/job-rows';
import { editsOf } from './use-open-drafts';

const fields: JobField[] = [
  { field_id: 'name', name: 'Name', kind: 'text', options: [] },
  { field_id: 'size', name: 'Size', kind: 'number', options: [] },
  { field_id: 'day', name: 'Day', kind: 'date', options: [] },
  { field_id: 'state', name: 'State', kind: 'option', options: [{ id: '91', name: 'Open', color: null }] },
];
const line: JobLine = {
  line: 3,
  call: 1,
  item_id: '2300000000000001',
  creates: false,
  title: 'One',
  sent: { name: 'new' },
  before: { name: 'old' },
  result: { outcome: 'refused', reason: 'event' },
  trace_id: null,
};

test('a row comes back over what the job was planned on, so that what somebody else wrote since is told as theirs', () => {
  expect(editsOf(line, fields, 0).edits).toMatchObject([{ field_id: 'name', before: 'old', after: 'new' }]);
  const differs = { ...line, result: { ...line.result, now: { name: 'theirs' } } };
  const { edits } = editsOf(differs, fields, 0);
  expect(edits).toMatchObject([{ before: 'old', after: 'new' }]);
  // The dry run of these drafts, when the record holds what was read back.
  const changes = changesOfDrafts(stage(noDrafts, edits, 1).drafts);
  const records = new Map([['2300000000000001', record('2300000000000001', { name: 'theirs' })]]);
  const [finding] = dryRun(changes, { records, missing: new Set(), read_at: 1 }, { fields });
  expect(finding?.cells).toMatchObject([{ state: 'conflict', before: 'old', now: 'theirs', after: 'new' }]);
  // Where nothing was read before, what was read back is all that is known.
  expect(editsOf({ ...differs, before: null }, fields, 0).edits).toMatchObject([{ before: 'theirs', after: 'new' }]);
});

test('a record that was to be created comes back as a new one, each under a name of its own', () => {
  const made = { ...line, item_id: null, creates: true, before: null, sent: { name: 'a', item_id: 'x' } };
  const [edit, other] = editsOf(made, fields, 5).edits;
  expect(edit).toMatchObject({ field_id: 'name', before: undefined, after: 'a' });
  expect(other).toBeUndefined();
  expect(isNewRecord(edit?.record.item_id ?? '')).toBe(true);
  expect(editsOf({ ...made, line: 4 }, fields, 5).edits[0]?.record.item_id).not.toBe(edit?.record.item_id);
});

test('a text of a file that cannot be a value of its field makes no change, and is counted; what was text before stays text', () => {
  const sent = { name: 'n/a', size: 'n/a', day: 'soon', state: 'Shut' };
  const none = { ...line, sent, before: {} };
  expect(editsOf(none, fields, 0)).toMatchObject({
    edits: [{ field_id: 'name', after: 'n/a' }],
    unfit: ['size', 'day', 'state'],
  });
  const texts = { ...line, sent, before: { size: 'about 5', state: [] } };
  expect(editsOf(texts, fields, 0).edits.map(({ field_id }) => field_id)).toEqual(['name', 'size']);
  const values = { ...line, sent: { size: 5, day: '2026-01-02', state: ['91'] }, before: {} };
  expect(editsOf(values, fields, 0)).toMatchObject({ edits: [{}, {}, {}], unfit: [] });
});

test('a text that becomes a value comes back as that value, not as a text in a field of numbers', () => {
  const mixed = {
    ...line,
    sent: { size: '1,500', day: 'soon' },
    before: {},
    result: { outcome: 'invalid' as const, reason: 'does-not-fit' as const },
  };
  expect(editsOf(mixed, fields, 0)).toMatchObject({ edits: [{ field_id: 'size', after: 1500 }], unfit: ['day'] });
});
