import { describe, expect, test } from 'vitest';
import { isNewRecord, newRecordId, noDrafts, stage, unstage } from '../../edits/drafts';
import { record } from '../../grid/test-table';
import type { JobField } from '../../storage/job-rows';
import { dryRun } from '../check/dry-run';
import { changesOfDrafts } from '../table/changes';
import type { JobLine } from './job-lines';
import { openedRow, overTwin } from './open-drafts';

const fields: JobField[] = [
  { field_id: 'name', name: 'Name', kind: 'text', options: [] },
  { field_id: 'size', name: 'Size', kind: 'number', options: [] },
  { field_id: 'day', name: 'Day', kind: 'date', options: [] },
  { field_id: 'state', name: 'State', kind: 'option', options: [{ id: '91', name: 'Open', color: null }] },
];
const byId = { fields, update_type: 'update' as const, update_by_fields: [], created_at: 5 };
const byName = { ...byId, update_type: 'upsert' as const, update_by_fields: ['name'] };
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
  read_at: null,
};

test('a reopened row keeps the job’s base, so that later changes by others are shown as theirs', () => {
  expect(openedRow(line, byId).edits).toMatchObject([{ field_id: 'name', before: 'old', after: 'new' }]);
  const differs = { ...line, result: { ...line.result, now: { name: 'theirs' } } };
  const { edits } = openedRow(differs, byId);
  expect(edits).toMatchObject([{ before: 'old', after: 'new' }]);
  // The dry run of these drafts, when the record holds what was read back.
  const changes = changesOfDrafts(stage(noDrafts, edits, 1).drafts);
  const records = new Map([['2300000000000001', record('2300000000000001', { name: 'theirs' })]]);
  const [finding] = dryRun(changes, { records, missing: new Set(), read_at: 1 }, { fields });
  expect(finding?.cells).toMatchObject([{ state: 'conflict', before: 'old', now: 'theirs', after: 'new' }]);
  // Where nothing was read before, what was read back is all that is known.
  expect(openedRow({ ...differs, before: null }, byId).edits).toMatchObject([{ before: 'theirs', after: 'new' }]);
});

test('of a partly written row only what was not written is opened again', () => {
  const sent = { name: 'new', size: 5, state: ['91'] };
  const before = { name: 'old', size: 4, state: [] };
  const now = { name: 'new', size: 4, state: [{ id: '91', name: 'Open' }] };
  const part: JobLine = { ...line, sent, before, result: { outcome: 'differs', reason: 'in-part', now } };
  expect(openedRow(part, byId).edits).toMatchObject([{ field_id: 'size', before: 4, after: 5 }]);
});

test('a reopened row carries its value and outcome', () => {
  const made = { ...line, item_id: null, creates: true, before: null, sent: { name: 'a', size: 'many' } };
  const misfit = { outcome: 'invalid', reason: 'does-not-fit' } as const;
  const { edits } = openedRow({ ...made, result: misfit }, byName);
  const [draft] = stage(noDrafts, edits, 1).drafts.values();
  expect(draft?.cells.get('size')?.retried).toMatchObject({ line: 3, sent: 'many', result: misfit });
});

test('a record to be created is reopened as a new one, each with its own name', () => {
  const made = { ...line, item_id: null, creates: true, before: null, sent: { name: 'a', item_id: 'x' } };
  const [edit, other] = openedRow(made, byName).edits;
  expect(edit).toMatchObject({ field_id: 'name', before: undefined, after: 'a' });
  expect(other).toBeUndefined();
  expect(isNewRecord(edit?.record.item_id ?? '')).toBe(true);
  expect(openedRow({ ...made, line: 4 }, byName).edits[0]?.record.item_id).not.toBe(edit?.record.item_id);
});

test('a new record that its job never sent is still unsent: it gets its outcome, and no second copy', () => {
  const place = { record: { item_id: newRecordId(1, 0.5), title: null, updated_on: null }, before: undefined };
  const typed = stage(noDrafts, [{ ...place, field_id: 'name', after: 'a' }], 1);
  const result = { outcome: 'invalid', reason: 'near-undecided' } as const;
  const made: JobLine = { ...line, item_id: null, creates: true, before: null, sent: { name: 'a' }, result };
  const unsent = [...typed.drafts.values()];
  const { row, edits } = openedRow({ ...made, result: { outcome: 'refused', reason: 'event' } }, byName, { unsent });
  expect(row).toBe(place.record.item_id);
  const { drafts } = stage(typed, edits, 2);
  expect(drafts.size).toBe(1);
  expect(drafts.get(row)?.cells.get('name')?.retried?.result.outcome).toBe('refused');
  // One that has been changed since is another one.
  expect(openedRow({ ...made, sent: { name: 'b' } }, byName, { unsent }).row).not.toBe(row);
});

test('a text that does not fit its field is in its cell as written; what was text stays text', () => {
  const sent = { name: 'n/a', size: 'n/a', day: 'soon', state: 'Shut' };
  const unfitOf = (edits: readonly { field_id: string; unfit?: true }[]) =>
    edits.flatMap(({ field_id, unfit }) => (unfit ? [field_id] : []));
  const none = openedRow({ ...line, sent, before: {} }, byId);
  expect(none).toMatchObject({ unfit: ['size', 'day', 'state'] });
  expect(none.edits.map(({ after }) => after)).toEqual(Object.values(sent));
  expect(unfitOf(none.edits)).toEqual(none.unfit);
  const texts = openedRow({ ...line, sent, before: { size: 'about 5', state: [] } }, byId);
  expect(unfitOf(texts.edits)).toEqual(['day', 'state']);
  const values = { ...line, sent: { size: 5, day: '2026-01-02', state: ['91'] }, before: {} };
  expect(openedRow(values, byId)).toMatchObject({ edits: [{}, {}, {}], unfit: [] });
});

test('a row with a value that does not fit is not sent until it is fixed or reverted, also by key', () => {
  const before = { name: 'old', size: 4 };
  const opened = openedRow({ ...line, sent: { name: 'new', size: '12,5 hp' }, before }, byId);
  const drafts = stage(noDrafts, opened.edits, 1);
  const records = new Map([['2300000000000001', record('2300000000000001', before)]]);
  const judged = (history: typeof drafts, mode: typeof byId | typeof byName = byId) =>
    dryRun(changesOfDrafts(history.drafts), { records, missing: new Set(), read_at: 1 }, { fields, mode })[0];
  expect(judged(drafts)).toMatchObject({ state: 'invalid', reason: 'does-not-fit' });
  expect(judged(drafts)?.cells.map(({ state }) => state)).toEqual(['will-update', 'unfit']);
  const [, edit] = opened.edits as [unknown, (typeof opened.edits)[number]];
  const right = stage(drafts, [{ record: edit.record, field_id: 'size', before: 4, after: 12.5 }], 2);
  expect(judged(right)).toMatchObject({ state: 'will-update', cells: [{ after: 'new' }, { after: 12.5 }] });
  const reverted = unstage(drafts, [{ item_id: edit.record.item_id, field_id: 'size' }], 2);
  expect(judged(reverted)?.state).toBe('will-update');
  // A key that is no value of its field is no key.
  const bySize = { ...byName, update_by_fields: ['size'] };
  const made = openedRow({ ...line, item_id: null, before: null, sent: { size: 'many' } }, bySize);
  expect(judged(stage(noDrafts, made.edits, 1), bySize)).toMatchObject({ state: 'invalid' });
});

test('a text that became a value is reopened as that value', () => {
  const mixed = {
    ...line,
    sent: { size: '1,500', day: 'soon' },
    before: {},
    result: { outcome: 'invalid' as const, reason: 'does-not-fit' as const },
  };
  expect(openedRow(mixed, byId)).toMatchObject({
    edits: [
      { field_id: 'size', after: 1500 },
      { field_id: 'day', after: 'soon', unfit: true },
    ],
    unfit: ['day'],
  });
});

describe('a row that was found by the key of an import', () => {
  const made = { ...line, item_id: null, creates: true, before: null, sent: { name: 'a', size: 5 } };

  test('is matched by that key again, and never duplicated: opened twice, it is one draft', () => {
    const [first, again] = [openedRow(made, byName), openedRow(made, byName)];
    expect(first).toMatchObject({ byKey: true, why: null, row: again.row });
    const drafts = stage(stage(noDrafts, first.edits, 1), again.edits, 2).drafts;
    // It was created after all: the same key finds it.
    const keys = new Map([['"a"', [record('2300000000000001', { name: 'a', size: 5 })]]]);
    const live = { records: new Map(), missing: new Set<string>(), keys, read_at: 1 };
    const findings = dryRun(changesOfDrafts(drafts), live, { fields, mode: byName });
    expect(findings.map(({ state, match }) => [state, match])).toEqual([['no-change', 'key']]);
  });

  test('is opened by its record if the key or ID had matched one', () => {
    expect(openedRow({ ...line, before: { name: 'old' } }, byName)).toMatchObject({
      byKey: false,
      row: line.item_id,
    });
  });

  test('is matched by the key also with an unknown ID', () => {
    const result = { outcome: 'refused' as const, reason: 'several-match' as const };
    expect(openedRow({ ...line, before: null, result }, byName)).toMatchObject({ byKey: true, why: null });
  });
});

describe('a duplicate', () => {
  const duplicate = {
    ...line,
    line: 4,
    sent: { name: 'newer', size: 7 },
    before: { name: 'old', size: 5 },
    result: { outcome: 'invalid' as const, reason: 'same-record-twice' as const, twin: '3' },
  };
  const twin = { ...line, result: { outcome: 'verified' as const, reason: null } };
  const judged = (opened: JobLine, now: { name: string; size: number }) => {
    const records = new Map([['2300000000000001', record('2300000000000001', now)]]);
    const { drafts } = stage(noDrafts, openedRow(opened, byName).edits, 1);
    const live = { records, missing: new Set<string>(), keys: new Map(), read_at: 1 };
    return dryRun(changesOfDrafts(drafts), live, { fields, mode: byName })[0];
  };

  test('starts from what the counting row wrote', () => {
    expect(judged(overTwin(duplicate, twin), { name: 'new', size: 5 })).toMatchObject({
      state: 'will-update',
      cells: [
        { before: 'new', after: 'newer' },
        { before: 5, after: 7 },
      ],
    });
    // What someone wrote after it is still shown as theirs.
    expect(judged(overTwin(duplicate, twin), { name: 'theirs', size: 5 })?.state).toBe('conflict');
    const differs = { ...twin, result: { outcome: 'differs' as const, reason: null, now: { name: 'theirs' } } };
    expect(judged(overTwin(duplicate, differs), { name: 'theirs', size: 5 })?.state).toBe('will-update');
  });

  test('changes the record that its twin created', () => {
    const made = { ...duplicate, item_id: null, title: null, before: null };
    const creates = { ...twin, creates: true, sent: { name: 'newer', size: 6 }, before: null };
    expect(openedRow(overTwin(made, creates), byName)).toMatchObject({ byKey: false, row: line.item_id });
    expect(judged(overTwin(made, creates), { name: 'newer', size: 6 })).toMatchObject({ state: 'will-update' });
  });

  test('starts from the loaded values if its twin is not verified', () => {
    const unknown = { ...twin, result: { outcome: 'unknown' as const, reason: null } };
    expect(overTwin(duplicate, unknown)).toBe(duplicate);
    expect(overTwin({ ...duplicate, item_id: null }, { ...twin, item_id: null }).before).toEqual(duplicate.before);
  });
});

test.each<[string, Partial<JobLine>, typeof byId | typeof byName, boolean, string | null]>([
  ['an id that no record has', { result: { outcome: 'invalid', reason: 'gone' } }, byId, false, 'id'],
  ['no id, in a job that only updates', { item_id: null, before: null }, byId, false, 'id'],
  ['found by a system field', { item_id: null }, { ...byName, update_by_fields: ['created_on'] }, false, 'key'],
  ['a line that cannot be trusted', { sent: {}, result: { outcome: 'invalid', reason: 'nul' } }, byName, false, 'line'],
  ['new records wait that are found otherwise', { item_id: null, before: null }, byName, true, 'other'],
  ['they do, and the row has its record', {}, byName, true, null],
  [
    'nearly there',
    { item_id: null, before: null, result: { outcome: 'invalid', reason: 'near-undecided' } },
    byName,
    false,
    'near',
  ],
  ['left out', { result: { outcome: 'invalid', reason: 'left-out' } }, byName, false, 'left'],
  [
    'not to be created',
    { item_id: null, before: null, result: { outcome: 'invalid', reason: 'not-to-create' } },
    byName,
    false,
    'create',
  ],
  ['another kind of value', { result: { outcome: 'invalid', reason: 'kind-not-allowed' } }, byId, false, null],
])(
  'what cannot be put right as a change is left to the file of the rows: %s',
  (_name, change, job, isOtherKey, why) => {
    const opened = openedRow({ ...line, ...change }, job, { isOtherKey });
    expect(opened.why).toBe(why);
    expect(opened.edits.length).toBe(why === null ? 1 : 0);
  },
);

test('a row whose key lost its record is reopened by key; one whose record exists now too', () => {
  const lost = { ...line, result: { outcome: 'invalid' as const, reason: 'key-lost' as const } };
  const [edit] = openedRow(lost, byName).edits;
  expect(isNewRecord(edit?.record.item_id ?? '')).toBe(true);
  expect(edit).toMatchObject({ before: undefined, after: 'new' });
  const made = { ...line, creates: true, before: null };
  const appeared = {
    ...made,
    result: { outcome: 'invalid' as const, reason: 'exists-now' as const, now: { name: 'a' } },
  };
  expect(openedRow(appeared, byName)).toMatchObject({ byKey: true, why: null });
});
