import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { workerAddress } from '../../../api/wire/trusted-types';
import type { DwRecord } from '../../../contract/records';
import type { Drafts } from '../../../edits/drafts';
import { type ReplaceRule, TooMuchText } from '../../../edits/replace-text';
import { chunks } from '../../../jobs/table/request-size';
import {
  type BulkChange,
  type BulkFindings,
  type BulkProblem,
  findChanges,
  problemOf,
  textsToReplace,
} from './bulk-change';
import type { Replaced } from './replace-worker';
import workerUrl from './replace-worker.ts?worker&url';

interface Changes {
  found: BulkFindings;
  problem: BulkProblem | TooMuch | null;
  /** The expression is being tried on the texts. */
  busy: boolean;
}

/** Why a change cannot be computed. */
export type TooMuch = 'tooSlow' | 'tooMuch';

/** Null: for another reason. */
export function tooMuchOf(error: unknown): TooMuch | null {
  return error instanceof SlowExpression ? 'tooSlow' : error instanceof TooMuchText ? 'tooMuch' : null;
}

const nothing: BulkFindings = { lines: [], changes: 0, same: 0 };

/**
 * What a change does to the rows loaded, while it is filled in.
 * @param rows names these records among others of the dialog
 */
export function useChanges(records: readonly DwRecord[], now: BulkChange, drafts: Drafts, rows: string): Changes {
  const change = useDeferredValue(now);
  const problem = problemOf(change);
  const inWorker = problem === null && isExpression(change);
  const { data, error } = useQuery({
    queryKey: ['bulk-replace', change.column.id, rows, change.rule],
    queryFn: ({ signal }) => replaceInWorker(change.rule, textsToReplace(records, change, drafts), signal),
    enabled: inWorker,
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const found = useMemo(() => {
    if (problem !== null || (inWorker && !data)) return nothing;
    try {
      return findChanges(records, change, drafts, data ? (text) => data.get(text) ?? text : null);
    } catch (error) {
      if (error instanceof TooMuchText) return null;
      throw error;
    }
  }, [records, change, drafts, problem, inWorker, data]);
  const failed = inWorker && error ? (tooMuchOf(error) ?? 'notAnExpression') : found === null ? 'tooMuch' : null;
  return { found: found ?? nothing, problem: problem ?? failed, busy: change !== now || (inWorker && !data && !error) };
}

/** The same of rows that have just been loaded. @throws SlowExpression; TooMuchText; the signal's reason */
export async function changesOf(
  records: readonly DwRecord[],
  change: BulkChange,
  drafts: Drafts,
  signal: AbortSignal,
): Promise<BulkFindings> {
  if (!isExpression(change)) return findChanges(records, change, drafts);
  const replaced = await replaceInWorker(change.rule, textsToReplace(records, change, drafts), signal);
  return findChanges(records, change, drafts, (text) => replaced.get(text) ?? text);
}

const isExpression = ({ action, rule }: BulkChange): boolean => action === 'replace' && rule.regex;

/** An expression took too long over a few texts: it may never end. */
class SlowExpression extends Error {}

/** Texts that the expression processes at a time, and the time limit for them. */
const textsAtOnce = 1000;
const limitMs = 2000;

/**
 * What texts become by a regular expression, in a thread of its own.
 * @throws SlowExpression; TooMuchText; the signal's reason
 */
async function replaceInWorker(
  rule: ReplaceRule,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  signal.throwIfAborted();
  const worker = new Worker(workerAddress(workerUrl), { type: 'module' });
  const found = new Map<string, string>();
  try {
    // The time counts from when it can begin: a busy machine may take longer to start it.
    await answerOf(worker, signal, null);
    for (const some of chunks(texts, textsAtOnce)) {
      const answer = answerOf<Replaced>(worker, signal, limitMs);
      worker.postMessage({ rule, texts: some });
      const replaced = await answer;
      if (replaced === null) throw new TooMuchText();
      for (const [index, text] of replaced.entries()) found.set(some[index] as string, text);
    }
    return found;
  } finally {
    worker.terminate();
  }
}

function answerOf<Answer>(worker: Worker, signal: AbortSignal, within: number | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const timer = within === null ? undefined : setTimeout(() => end(() => reject(new SlowExpression())), within);
    const end = (then: () => void): void => {
      clearTimeout(timer);
      over.abort();
      then();
    };
    const options = { signal: over.signal };
    worker.addEventListener('message', ({ data }) => end(() => resolve(data)), options);
    worker.addEventListener('error', ({ message }) => end(() => reject(new Error(message))), options);
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), options);
  });
}
