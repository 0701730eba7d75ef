import { expect, test } from 'vitest';
import { undoIsRedo } from './undo';

test('undoing an undo is a redo, and undoing that an undo again', () => {
  const jobs = [
    { id: 'redo', undoes: 'undo' },
    { id: 'undo', undoes: 'change' },
    { id: 'change', undoes: null },
  ];
  expect(jobs.map((job) => undoIsRedo(job, jobs))).toEqual([false, true, false]);
  // What the job undid is deleted by now: it is an undo all the same.
  expect(undoIsRedo({ undoes: 'gone' }, jobs)).toBe(true);
});
