import { afterAll, describe, expect, test } from 'vitest';
import { createDraftStore, type DraftStore, nextSequence } from '../../edits/draft-store';
import { noDrafts, stage } from '../../edits/drafts';
import { record } from '../../grid/test-table';
import { dryRun } from '../../jobs/check/dry-run';
import { planCalls } from '../../jobs/plan/plan';
import type { JobLine } from '../../jobs/results/job-lines';
import { type OpenedRow, openedRow, overTwin, withoutCollisions } from '../../jobs/results/open-drafts';
import { changesOfDrafts } from '../../jobs/table/changes';
import { ConsoleDatabase } from '../../storage/database';
import type { JobField, RowResult } from '../../storage/job-rows';
import { leftOutRows, rowsOfAll, type Ticks, ticked } from '../records/review/review-list';

const fields: JobField[] = [
  { field_id: 'name', name: 'Name', kind: 'text', options: [] },
  { field_id: 'size', name: 'Size', kind: 'number', options: [] },
];
const job = { fields, update_type: 'upsert' as const, update_by_fields: ['name'], created_at: 5 };
const made = '2300000000000001';
const lineOf = (line: number, size: number, result: RowResult, item_id: string | null = null): JobLine => ({
  line,
  call: 1,
  item_id,
  creates: item_id === made,
  title: null,
  sent: { name: 'One', size },
  before: null,
  result,
  trace_id: null,
  read_at: null,
});
const twin = lineOf(3, 1, { outcome: 'verified', reason: null, created: true, item_id: made }, made);
const duplicateOf3: RowResult = { outcome: 'invalid', reason: 'same-key-twice', twin: '3' };
/** As *Fix and retry* opens rows of the job, of which the twin created its record. */
const opened = (...lines: JobLine[]): OpenedRow[] =>
  lines.map((line) => openedRow(line.result.twin === '3' ? overTwin(line, twin) : line, job));
const duplicate = lineOf(4, 7, duplicateOf3);
const other = { ...lineOf(5, 9, { outcome: 'refused', reason: 'event' }), sent: { name: 'Two', size: 9 } };

const db = new ConsoleDatabase('retried-duplicates');
afterAll(() => db.close());
async function tab(): Promise<DraftStore> {
  const store = createDraftStore({ environment: 'lab', identity: 'i', table_id: '21' }, async () => db);
  await store.settled();
  return store;
}

/** What the review of the drafts would send. */
function sentOf(drafts: Parameters<typeof changesOfDrafts>[0], ticks: Ticks = new Map()) {
  const changes = changesOfDrafts(drafts);
  const live = record(made, { name: 'One', size: 1 });
  const keys = new Map([
    ['"One"', [live]],
    ['"Two"', []],
  ]);
  const rows = { records: new Map([[made, live]]), missing: new Set<string>(), keys, read_at: 1 };
  const { calls } = planCalls(dryRun(changes, rows, { fields, mode: job }), leftOutRows(changes, ticks));
  return calls.flat().map(({ cells }) => cells.find(({ field_id }) => field_id === 'size')?.after);
}

describe('a duplicate that is reopened', () => {
  test('is not sent until it is selected, also after a reload and in another tab', async () => {
    const [first, second] = [await tab(), await tab()];
    const edits = opened(duplicate, other).flatMap((row) => row.edits);
    first.change((now) => stage(now, edits, nextSequence(now, 1)));
    await first.settled();
    await second.settled();
    for (const store of [first, await tab()]) {
      const { drafts } = store.read().history;
      expect(changesOfDrafts(drafts).map((change) => change.duplicateOf)).toEqual([undefined, '3']);
      expect(sentOf(drafts)).toEqual([9]);
      expect(sentOf(drafts, ticked(new Map(), [made], true))).toEqual([7, 9]);
      expect(sentOf(drafts, ticked(ticked(new Map(), [made], true), [made], false))).toEqual([9]);
    }
  });

  test('stays one when a value of it is edited', () => {
    const drafts = stage(noDrafts, opened(duplicate)[0]?.edits ?? [], 1);
    const edit = { record: { item_id: made, title: null, updated_on: null }, field_id: 'size', before: 1, after: 8 };
    expect(sentOf(stage(drafts, [edit], 2).drafts)).toEqual([]);
    expect(sentOf(stage(drafts, [edit], 2).drafts, new Map([[made, true]]))).toEqual([8]);
  });

  test('does not take the record from a row that is sent: the earlier one counts', () => {
    const own = { record: { item_id: 'new:zz-1', title: null, updated_on: null }, before: undefined };
    const edits = [
      ...(openedRow(duplicate, job).edits ?? []),
      { ...own, field_id: 'name', after: 'One' },
      { ...own, field_id: 'size', after: 2 },
    ];
    expect(sentOf(stage(noDrafts, edits, 1).drafts)).toEqual([2]);
  });

  test('is selected on its own: selecting all rows excludes it, unless there is nothing else', () => {
    const changes = changesOfDrafts(
      stage(
        noDrafts,
        opened(duplicate, other).flatMap((row) => row.edits),
        1,
      ).drafts,
    );
    expect(rowsOfAll(changes)).toEqual(changes.slice(0, 1).map(({ row }) => row));
    expect(rowsOfAll(changes.slice(1))).toEqual([made]);
  });

  test('is not opened over changes of another row, another duplicate, or the person', () => {
    const refused = lineOf(3, 1, { outcome: 'refused', reason: 'event' }, made);
    const second = lineOf(6, 8, duplicateOf3);
    const whys = (rows: OpenedRow[], drafts = noDrafts.drafts) =>
      withoutCollisions(rows, drafts).map(({ why, edits }) => [why, edits.length]);
    expect(whys([...opened(duplicate), openedRow({ ...refused, creates: false, before: {} }, job)])).toEqual([
      ['duplicate', 0],
      [null, 2],
    ]);
    expect(whys(opened(duplicate, second))).toEqual([
      [null, 2],
      ['duplicate', 0],
    ]);
    const own = { record: { item_id: made, title: null, updated_on: null }, field_id: 'size', before: 1, after: 5 };
    expect(whys(opened(duplicate), stage(noDrafts, [own], 1).drafts)).toEqual([['duplicate', 0]]);
    // Opened once more it is the same draft.
    const again = stage(
      noDrafts,
      opened(duplicate).flatMap((row) => row.edits),
      1,
    ).drafts;
    expect(whys(opened(duplicate), again)).toEqual([[null, 2]]);
  });
});
