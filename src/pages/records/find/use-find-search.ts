import { useEffect, useState } from 'react';
import { type FindSource, type Found, findCells, matcherOf } from '../../../grid/find';

/** What is known of a text that is looked for. */
export interface Finding {
  text: string;
  cells: readonly number[];
  /** Rows searched so far. */
  rows: number;
  done: boolean;
}

/** A search gives way to what else there is to do after so long: half of a frame. */
const sliceMs = 8;

const nothing: Finding = { text: '', cells: [], rows: 0, done: true };

/** Runs the steps of a search in slices. @returns the way to end it */
export function inSlices(steps: Iterator<void>, onSlice: (done: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const run = (): void => {
    const end = performance.now() + sliceMs;
    let done = false;
    while (!done && performance.now() < end) done = steps.next().done === true;
    if (!done) timer = setTimeout(run);
    onSlice(done);
  };
  timer = setTimeout(run);
  return () => clearTimeout(timer);
}

/**
 * Searches the rows read for a text, beside everything else. A new text begins anew and its count grows; where the rows have changed, what was found
 * of them before stands until they are searched.
 */
export function useFindSearch(text: string, source: FindSource): Finding {
  const { rows, columns, recordAt, drafts, words } = source;
  const [finding, setFinding] = useState<Finding>(nothing);
  useEffect(() => {
    const matcher = matcherOf(text);
    if (matcher === null) {
      setFinding(nothing);
      return;
    }
    const found: Found = { cells: [], rows: 0 };
    const steps = findCells(matcher, { rows, columns, recordAt, drafts, words }, found);
    return inSlices(steps, (done) =>
      setFinding((now) => (!done && now.text === text && now.done ? now : { text, ...found, done })),
    );
  }, [text, rows, columns, recordAt, drafts, words]);
  return finding;
}
