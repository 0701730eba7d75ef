import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CellEdit,
  countsOf,
  type DraftHistory,
  type Drafts,
  handOver,
  noDrafts,
  rebase,
  redo,
  stage,
  undo,
  undoLimits,
  unstage,
} from './drafts';

const record = (item_id: string) => ({ item_id, title: null, updated_on: null });
const edit = (item_id: string, field_id: string, before: CellEdit['before'], after: CellEdit['after']): CellEdit => ({
  record: record(item_id),
  field_id,
  before,
  after,
});

const plain = (drafts: Drafts) =>
  Object.fromEntries([...drafts].map(([id, { cells }]) => [id, Object.fromEntries(cells)] as const));

// What was read is one value for each cell, however often it is edited.
const anEdit = fc
  .record({
    item: fc.constantFrom('1', '2', '3'),
    field: fc.constantFrom('a', 'b'),
    after: fc.constantFrom(null, 'x', 'y', 7, ''),
  })
  .map(({ item, field, after }) => edit(item, field, item === '3' ? undefined : `${item}${field}`, after));
const someSteps = fc.array(fc.array(anEdit, { maxLength: 4 }), { maxLength: 8 });

function run(steps: CellEdit[][]): DraftHistory[] {
  const states = [noDrafts];
  for (const [index, edits] of steps.entries()) states.push(stage(states.at(-1) ?? noDrafts, edits, index + 1));
  return states;
}

describe('staging', () => {
  test('keeps the loaded value over any number of edits', () => {
    const history = stage(stage(noDrafts, [edit('1', 'a', 'old', 'x')], 1), [edit('1', 'a', 'x', 'y')], 2);
    expect(history.drafts.get('1')?.cells.get('a')).toEqual({ before: 'old', after: 'y' });
  });

  test('an edit back to the loaded value is no draft', () => {
    const history = stage(stage(noDrafts, [edit('1', 'a', 'old', 'x')], 1), [edit('1', 'a', 'old', 'old')], 2);
    expect(countsOf(history.drafts)).toEqual({ records: 0, cells: 0, created: 0 });
  });

  test('an edit that changes nothing makes no step', () => {
    expect(stage(noDrafts, [edit('1', 'a', [{ id: '5', name: 'Five' }], ['5'])], 1)).toBe(noDrafts);
    expect(stage(noDrafts, [edit('1', 'a', undefined, null)], 1)).toBe(noDrafts);
  });

  test('null over an empty text is a change', () => {
    expect(countsOf(stage(noDrafts, [edit('1', 'a', '', null)], 1).drafts).cells).toBe(1);
  });

  test('one paste is one step, whatever its size', () => {
    const paste = ['1', '2', '3'].flatMap((id) => [edit(id, 'a', 'o', 'n'), edit(id, 'b', 'o', 'n')]);
    const history = stage(noDrafts, paste, 1);
    expect(countsOf(history.drafts)).toEqual({ records: 3, cells: 6, created: 0 });
    expect(undo(history).drafts.size).toBe(0);
  });
});

describe('undo and redo', () => {
  test('undoing every step leaves nothing, redoing every step restores all', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const last = run(steps).at(-1) ?? noDrafts;
        let back = last;
        while (back.past.length > 0) back = undo(back);
        expect(plain(back.drafts)).toEqual({});
        let forth = back;
        while (forth.future.length > 0) forth = redo(forth);
        expect(plain(forth.drafts)).toEqual(plain(last.drafts));
      }),
    );
  });

  test('undo restores exactly the drafts before the step', () => {
    fc.assert(
      fc.property(someSteps, fc.array(anEdit, { minLength: 1, maxLength: 4 }), (steps, edits) => {
        const before = run(steps).at(-1) ?? noDrafts;
        const after = stage(before, edits, 100);
        if (after !== before) expect(plain(undo(after).drafts)).toEqual(plain(before.drafts));
      }),
    );
  });

  test('a new step after an undo clears redo', () => {
    const undone = undo(stage(noDrafts, [edit('1', 'a', 'o', 'x')], 1));
    const next = stage(undone, [edit('1', 'b', 'o', 'x')], 2);
    expect(next.future).toEqual([]);
    expect(redo(next)).toBe(next);
  });

  test('discarding is a step too', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const history = run(steps).at(-1) ?? noDrafts;
        const discarded = unstage(history, 'all', 100);
        expect(discarded.drafts.size).toBe(0);
        if (discarded !== history) expect(plain(undo(discarded).drafts)).toEqual(plain(history.drafts));
      }),
    );
  });
});

describe('handing over to a job', () => {
  test('sent drafts never return, unsent ones stay', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const history = run(steps).at(-1) ?? noDrafts;
        const sent = [...(history.drafts.get('1')?.cells ?? [])].map(([field_id, { after }]) => ({
          item_id: '1',
          field_id,
          after,
        }));
        const left = handOver(history, sent);
        const { 1: _sent, ...others } = plain(history.drafts);
        expect(plain(left.drafts)).toEqual(others);
        const seen: DraftHistory[] = [left];
        while ((seen.at(-1)?.past.length ?? 0) > 0) seen.push(undo(seen.at(-1) ?? noDrafts));
        for (const { field_id } of sent) {
          expect(seen.some(({ drafts }) => drafts.get('1')?.cells.has(field_id))).toBe(false);
        }
      }),
    );
  });

  test('a cell that was edited while the dialog was open is still a draft', () => {
    const history = stage(noDrafts, [edit('1', 'a', 'o', 'newer')], 1);
    expect(handOver(history, [{ item_id: '1', field_id: 'a', after: 'older' }]).drafts.size).toBe(1);
  });
});

test('keeping mine over someone else’s value takes theirs as the loaded value', () => {
  const history = stage(noDrafts, [edit('1', 'a', 'read', 'mine')], 1);
  const kept = rebase(history, [{ item_id: '1', field_id: 'a', before: 'theirs' }], 2);
  expect(kept.drafts.get('1')?.cells.get('a')).toEqual({ before: 'theirs', after: 'mine' });
  expect(rebase(kept, [{ item_id: '1', field_id: 'a', before: 'mine' }], 3).drafts.size).toBe(0);
});

describe('undo has a bound', () => {
  test('of steps: the latest can be undone, and drafts of earlier ones stay', () => {
    const steps = Array.from({ length: undoLimits.steps + 5 }, (_, index) => [edit(String(index), 'a', 'old', 'new')]);
    let history = run(steps).at(-1) ?? noDrafts;
    expect(history.past).toHaveLength(undoLimits.steps);
    for (let step = 0; step < steps.length; step += 1) history = undo(history);
    expect([...history.drafts.keys()]).toEqual(['0', '1', '2', '3', '4']);
  });

  test('of cells in all steps together, but the last step can always be undone', () => {
    const cell = { record: record('1'), field_id: 'a', from: undefined, to: { before: 'old', after: 'x' } };
    const step = (sequence: number, cells: number) => ({ sequence, cells: Array(cells).fill(cell) });
    const stepsAfter = (...past: DraftHistory['past']) =>
      stage({ ...noDrafts, past }, [edit('2', 'a', 'old', 'new')], 9).past.map(({ sequence }) => sequence);
    expect(stepsAfter(step(1, 1), step(2, undoLimits.cells - 1))).toEqual([2, 9]);
    expect(stepsAfter(step(1, 1), step(2, undoLimits.cells))).toEqual([9]);
    expect(stepsAfter(step(1, undoLimits.cells - 2), step(2, 1))).toEqual([1, 2, 9]);
  });
});
