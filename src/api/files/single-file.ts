/** Single files, for those who look at them one by one: a query for each, requested together. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { FileDetails, FilesAnswer } from '../../contract/files';
import type { Id } from '../../contract/ids';
import { createStore, useStore } from '../../state/store';
import { type Client, keyOf } from '../wire/client';
import { queryClient } from '../wire/query-client';
import { type Answer, send } from '../wire/send';
import { type FoundFile, fileCalls, linksDieAt, renewal } from './file-links';

/** What is known of a file. `missing`: the platform does not return it (4.6). */
type FileEntry = ({ kind: 'found' } & FoundFile) | { kind: 'missing' } | { kind: 'failed'; error: Error };

interface FileAnswer {
  /** Null where the platform does not return it. */
  file: FileDetails | null;
  answer: Answer<FilesAnswer>;
}

/** So long no other file was drawn and nothing scrolled: rows that scroll past ask for nothing. */
export const quietMs = 180;
/** What is known of files that nobody looks at is forgotten after this time. */
const keptMs = 10 * 60_000;

/** Details and links of one file (4.6), in one request with others; one that failed is not requested again by being drawn. */
export function fileOptions(client: Client, id: Id) {
  return queryOptions({
    queryKey: keyOf(client, 'getFiles', 'single', id),
    queryFn: ({ signal }) => inBatch(client, id, signal),
    gcTime: keptMs,
    retryOnMount: false,
    refetchOnMount: ({ state }) => state.status !== 'error',
    refetchOnWindowFocus: ({ state }) => state.status !== 'error',
    refetchOnReconnect: true,
    ...renewal,
  });
}

/** What is known of a file, kept valid as long as this is drawn, and a way to request it again. */
export function useFile(client: Client, id: Id): { entry: FileEntry | undefined; lookUp(): void } {
  const { data, error, refetch } = useQuery(fileOptions(client, id));
  return { entry: entryOf(data, error), lookUp: () => void refetch() };
}

/** `useFile` of a file that a person has opened: it is requested at once, and before what is read ahead. */
export function useOpenedFile(client: Client, id: Id): ReturnType<typeof useFile> {
  const file = useFile(client, id);
  useEffect(() => openFile(client, id), [client, id]);
  return file;
}

/** A person waits for this file, also where it failed before. @returns ends that */
export function openFile(client: Client, id: Id): () => void {
  opened.add(id);
  void queryClient.refetchQueries({
    ...fileOptions(client, id),
    exact: true,
    predicate: ({ state }) => state.status === 'error',
  });
  request((wanted) => wanted.id === id);
  client.budget.review();
  return () => void opened.delete(id);
}

/** The names of the files that were looked up; another function as soon as there are more. */
export function useFileNames(client: Client): (id: Id) => string | undefined {
  const count = useStore(answers);
  return useCallback(
    (id) => {
      void count;
      return queryClient.getQueryData(fileOptions(client, id).queryKey)?.file?.name;
    },
    [client, count],
  );
}

function entryOf(data: FileAnswer | undefined, error: Error | null): FileEntry | undefined {
  // Links that still work are worth more than the word that they could not be renewed.
  if (error && (!data?.file || linksDieAt(data.answer) <= Date.now())) return { kind: 'failed', error };
  if (!data) return;
  return data.file ? { kind: 'found', file: data.file, answer: data.answer } : { kind: 'missing' };
}

interface Wanted {
  client: Client;
  id: Id;
  /** Aborted when nobody looks at it any more. */
  signal: AbortSignal;
  resolve(answer: FileAnswer): void;
  reject(cause: unknown): void;
}

let waiting: Wanted[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Files that a person has opened. */
const opened = new Set<Id>();
/** How many requests were answered. */
const answers = createStore(0);
/** By the clock that nobody sets. */
let scrolledAt = 0;

export function noteScroll(): void {
  scrolledAt = performance.now();
}
globalThis.document?.addEventListener('scroll', noteScroll, { capture: true, passive: true });

function inBatch(client: Client, id: Id, signal: AbortSignal): Promise<FileAnswer> {
  return new Promise((resolve, reject) => {
    waiting.push({ client, id, signal, resolve, reject });
    if (opened.has(id)) request((wanted) => wanted.id === id);
    else wakeIn(quietMs);
  });
}

function wakeIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // Cells with files may be rare among the rows that scroll past.
    const left = scrolledAt + quietMs - performance.now();
    if (left > 0) wakeIn(left);
    else request(() => true);
  }, milliseconds);
}

/** Requests those of the waiting files that are due and still looked at. */
function request(isDue: (wanted: Wanted) => boolean): void {
  const due = waiting.filter((wanted) => isDue(wanted) && !wanted.signal.aborted);
  waiting = waiting.filter((wanted) => !isDue(wanted));
  for (const budget of new Set(due.map(({ client }) => client.budget))) {
    for (const call of fileCalls(due.filter(({ client }) => client.budget === budget))) void ask(call);
  }
}

async function ask(call: readonly Wanted[]): Promise<void> {
  const [{ client }] = call as [Wanted];
  const ids = call.map(({ id }) => id);
  const priority = () => (ids.some((id) => opened.has(id)) ? 'interactive' : 'prefetch');
  try {
    const answer = await send(client, 'getFiles', { file_ids: ids }, { priority });
    const files = new Map(answer.data.success.map((file) => [file.file_id, file]));
    for (const { id, signal, resolve } of call) {
      const details = { file: files.get(id) ?? null, answer };
      // Scrolled away in the meantime, it may be seen again.
      if (signal.aborted) queryClient.setQueryData(fileOptions(client, id).queryKey, details);
      else resolve(details);
    }
    answers.set(answers.get() + 1);
  } catch (cause) {
    for (const { reject } of call) reject(cause);
  }
}
