import { expect, test } from 'vitest';
import { deleteUnreadable, textOfUnreadable, unreadableDrafts } from '../jobs/ledger/unreadable';
import { ConsoleDatabase } from '../storage/database';
import type { DraftRow, DraftStepRow } from '../storage/draft-rows';
import { brokenText, damaged } from '../storage/test-damage';
import { countsOf, noDrafts, redo, stage, undo, undoLimits, unstage } from './drafts';
import { readDraft, readHistory, writeHistory } from './saved-drafts';

const scope = { environment: 'lab', identity: 'i1', table_id: '21' };
const record = (item_id: string) => ({ item_id, title: 'T', updated_on: null });
const draft: DraftRow = {
  ...scope,
  ...record('1'),
  field_id: 'f',
  before: { id: '7' },
  after: 'new',
  unfit: true,
  double: '3',
  retried: { line: 2, sent: 'new', result: { outcome: 'refused', reason: 'call-refused', message: 'no', code: 3 } },
};

/** Three cells, each staged in a step of its own; the last is undone. */
function history() {
  const staged = ['1', '2', '3'].reduce(
    (now, id, index) =>
      stage(now, [{ record: record(id), field_id: 'f', before: 'old', after: `new ${id}` }], index + 1),
    noDrafts,
  );
  return undo(staged);
}

async function kept(name: string) {
  const db = new ConsoleDatabase(name);
  await db.delete();
  await db.open();
  await writeHistory(db, scope, noDrafts, history());
  return db;
}

test('an unsent change of which a part is missing or odd is not read, or is one that can be shown', () => {
  expect(readDraft(draft)).toEqual(draft);
  for (const { how, value } of damaged(draft)) {
    const { title, field_id, item_id, double, retried } = readDraft(value as DraftRow) ?? {};
    const texts = [title, field_id, item_id, double, retried?.line, retried?.result.message, retried?.result.code];
    expect(texts.filter((each) => each !== undefined && each !== null).join(' '), how).not.toMatch(brokenText);
    expect(retried === undefined || Number.isSafeInteger(retried.line), how).toBe(true);
  }
});

test('one that cannot be read keeps no other from the grid, and stays until it is deleted', async () => {
  const db = await kept('saved-drafts-odd');
  const odd = { ...scope, ...record('4'), field_id: 'f', before: 'old', after: 'new', unfit: 'perhaps' };
  await db.drafts.put(odd as unknown as DraftRow);
  const read = await readHistory(db, scope);
  expect([...read.drafts.keys()]).toEqual(['1', '2']);
  await writeHistory(db, scope, read, unstage(read, 'all', 9));
  expect(await db.drafts.toArray()).toEqual([odd]);

  const [unreadable, ...others] = await unreadableDrafts(db);
  if (!unreadable) throw new Error('not listed');
  expect([unreadable, others]).toMatchObject([{ kind: 'drafts', id: '21', count: 1, owner: { identity: 'i1' } }, []]);
  expect(JSON.parse(await textOfUnreadable(unreadable, db)).drafts).toEqual([odd]);
  await deleteUnreadable(unreadable, db);
  expect([await db.drafts.count(), await unreadableDrafts(db)]).toEqual([0, []]);
  await db.delete();
});

test('undo and redo go no further than a step that cannot be read', async () => {
  const db = await kept('saved-steps-odd');
  const steps = await db.draftSteps.orderBy(':id').toArray();
  const odd = (step: unknown) => db.draftSteps.put({ ...(step as DraftStepRow), cells: [{ record: null }] });
  const past = (read: typeof noDrafts) => read.past.map(({ sequence }) => sequence);
  await odd(steps[0]);
  const before = await readHistory(db, scope);
  expect(past(before)).toEqual([2]);
  expect(countsOf(undo(undo(before)).drafts).records).toBe(1);
  expect(countsOf(redo(before).drafts).records).toBe(3);
  await odd(steps[2]);
  expect((await readHistory(db, scope)).future).toEqual([]);
  await odd(steps[1]);
  expect(past(await readHistory(db, scope))).toEqual([]);
  expect(await unreadableDrafts(db)).toMatchObject([{ count: 3 }]);
  await db.delete();
});

test('steps past the bound of undo leave the database', async () => {
  const db = await kept('saved-steps-bound');
  let before = noDrafts;
  for (let sequence = 1; sequence <= undoLimits.steps + 3; sequence += 1) {
    const after = stage(before, [{ record: record('1'), field_id: 'f', before: 'old', after: sequence }], sequence);
    await writeHistory(db, scope, before, after);
    before = after;
  }
  expect(await db.draftSteps.count()).toBe(undoLimits.steps);
  expect((await readHistory(db, scope)).past[0]?.sequence).toBe(4);
  await db.delete();
});
