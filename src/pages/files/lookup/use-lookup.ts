import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fileCalls, filesOptions, linksDieAt } from '../../../api/files/file-links';
import type { Client } from '../../../api/wire/client';
import { type FailingRead, failingRead, queryClient } from '../../../api/wire/query-client';
import type { Answer } from '../../../api/wire/send';
import type { FileDetails, FilesAnswer } from '../../../contract/files';
import type { Id } from '../../../contract/ids';

export type LookedUpFile = FoundFile<Answer<FilesAnswer>>;

export interface Lookup extends SortedFiles<Answer<FilesAnswer>> {
  /** No call has ended yet. */
  waiting: boolean;
  /** Some call is under way. */
  busy: boolean;
  /** Calls that failed and have no earlier answer to show. */
  failed: { ids: Id[]; error: Error }[];
  /** A call that has failed and is tried again; null when there is none. */
  failing: FailingRead | null;
  /** Epoch milliseconds at which the first links die; null while there are none. */
  linksDieAt: number | null;
  /** The last renewal of some links failed. */
  renewalFailed: boolean;
  /** Asks again: every call, or those that an id of the list is in. */
  lookUpAgain(ids?: readonly Id[]): void;
}

/** Looks up any number of ids, in calls of at most 100 (4.6), and keeps their links alive while the page is open. */
export function useLookup(client: Client, ids: readonly Id[]): Lookup {
  const calls = useMemo(() => fileCalls(ids), [ids]);
  const queries = calls.map((call) => filesOptions(client, call));
  const results = useQueries({ queries });
  const sorted = sortFiles(calls.map((call, index) => ({ ids: call, answer: results[index]?.data })));
  const deaths = results.flatMap(({ data }) => (data ? [linksDieAt(data)] : []));
  return {
    ...sorted,
    waiting: results.length > 0 && results.every(({ isPending }) => isPending),
    busy: results.some(({ isFetching }) => isFetching),
    failed: results.flatMap(({ data, error }, index) => (error && !data ? [{ ids: calls[index] ?? [], error }] : [])),
    failing: failingRead(
      queryClient,
      queries.flatMap(({ queryKey }, index) => (results[index] ? [{ queryKey, result: results[index] }] : [])),
    ),
    linksDieAt: deaths.length > 0 ? Math.min(...deaths) : null,
    renewalFailed: results.some(({ data, error }) => data !== undefined && error !== null),
    lookUpAgain: (some) => {
      const wanted = some && new Set(some);
      calls.forEach((call, index) => {
        if (!wanted || call.some((id) => wanted.has(id))) void results[index]?.refetch({ cancelRefetch: false });
      });
    },
  };
}

/** The answer to a call, as far as it is there. */
export interface FilesCall<Answer extends { data: FilesAnswer }> {
  ids: readonly Id[];
  answer: Answer | undefined;
}

/** A file with the answer that its links came with. */
interface FoundFile<Answer> {
  file: FileDetails;
  /** Place of its call. */
  call: number;
  answer: Answer;
}

export interface SortedFiles<Answer> {
  /** In the order of the ids. */
  found: FoundFile<Answer>[];
  /** In `fail` of an answer (4.6), or in neither list of it; in the order of the ids. */
  missing: Id[];
}

/** Sorts the answers of several calls by the ids that were asked for; ids of calls without an answer are in neither list. */
export function sortFiles<Answer extends { data: FilesAnswer }>(
  calls: readonly FilesCall<Answer>[],
): SortedFiles<Answer> {
  const found: FoundFile<Answer>[] = [];
  const missing: Id[] = [];
  calls.forEach(({ ids, answer }, call) => {
    if (!answer) return;
    const files = new Map(answer.data.success.map((file) => [file.file_id, file]));
    for (const id of ids) {
      const file = files.get(id);
      if (file) found.push({ file, call, answer });
      else missing.push(id);
    }
  });
  return { found, missing };
}
