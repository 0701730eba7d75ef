import { expect, test } from 'vitest';
import type { JobField } from '../../storage/job-rows';
import { dryRun, type LiveRows } from '../check/dry-run';
import { recordOf } from '../runner/test-simulation';
import type { ChangedRecord } from './changes';
import { planCalls } from './plan';
import { isSamePlan } from './same-plan';

const fields: JobField[] = ['f', 'k'].map((field_id) => ({ field_id, name: field_id, kind: 'text', options: [] }));
const mode = { update_type: 'upsert' as const, update_by_fields: ['k'] };
const change = (row: string, item_id: string | null): ChangedRecord => {
  const cells = [{ field_id: 'f', before: item_id ? 'old' : undefined, after: 'mine' }];
  return {
    row,
    line: null,
    item_id,
    title: null,
    cells: item_id ? cells : [{ field_id: 'k', before: undefined, after: 'key' }, ...cells],
  };
};
const changes = [change('1', '1'), change('2', '2'), change('new', null)];

/** What would be sent when the table holds these values. */
function planOver(first: string | null, byKey: string | null, other = 'as ever') {
  const records = new Map(
    [first === null ? [] : ['1', { f: first, other }], ['2', { f: 'old', other }]].flatMap((entry) =>
      typeof entry[0] === 'string' ? [[entry[0], recordOf(entry[0], entry[1] as never)] as const] : [],
    ),
  );
  const keys = new Map([['"key"', byKey === null ? [] : [recordOf('9', { k: 'key', f: byKey })]]]);
  const live: LiveRows = { records, missing: new Set(first === null ? ['1'] : []), keys, read_at: 0 };
  return planCalls(dryRun(changes, live, { fields, mode }));
}

test('the same rows over the same values are the same plan, whatever else the records hold', () => {
  expect(isSamePlan(planOver('old', null), planOver('old', null, 'theirs'))).toBe(true);
});

test.each<[string, string | null, string | null]>([
  ['somebody wrote the field', 'theirs', null],
  ['somebody wrote the very value', 'mine', null],
  ['somebody deleted the record', null, null],
  ['somebody created the record', 'old', 'theirs'],
])('it is another one where %s', (_what, first, byKey) => {
  expect(isSamePlan(planOver('old', null), planOver(first, byKey))).toBe(false);
});

test('it is another one where somebody wrote what a key has found, although it is no conflict', () => {
  expect(isSamePlan(planOver('old', 'one'), planOver('old', 'two'))).toBe(false);
});
