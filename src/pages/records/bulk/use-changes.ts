import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { DwRecord } from '../../../contract/records';
import type { Drafts } from '../../../edits/drafts';
import {
  type BulkChange,
  type BulkFindings,
  type BulkProblem,
  findChanges,
  problemOf,
  textsToReplace,
} from './bulk-change';
import { replaceInWorker, SlowExpression } from './replace-client';

interface Changes {
  found: BulkFindings;
  problem: BulkProblem | 'tooSlow' | null;
  /** The expression is being tried on the texts. */
  busy: boolean;
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
    return findChanges(records, change, drafts, data ? (text) => data.get(text) ?? text : null);
  }, [records, change, drafts, problem, inWorker, data]);
  const failed = inWorker && error ? (error instanceof SlowExpression ? 'tooSlow' : 'notAnExpression') : null;
  return { found, problem: problem ?? failed, busy: change !== now || (inWorker && !data && !error) };
}

/** The same of rows that have just been loaded. @throws SlowExpression; the signal's reason */
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
