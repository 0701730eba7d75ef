/** Single files, for those who look at them one by one: asked for together, and no more often than their links need. */

import { useCallback, useSyncExternalStore } from 'react';
import type { Id } from '../../contract/ids';
import type { Client } from '../wire/client';
import { queryClient } from '../wire/query-client';
import { type FoundFile, fileCalls, filesOptions, linkMarginMs, linksDieAt } from './file-links';

/** What is known of a file. `missing`: the platform does not return it (4.6). */
export type FileEntry =
  | ({ kind: 'found' } & FoundFile)
  | { kind: 'missing'; until: number }
  | { kind: 'failed'; error: Error };

interface FileIndex {
  /** Undefined while it has not been asked for; the same object until something else is known. */
  entry(id: Id): FileEntry | undefined;
  /** Has a file looked up, and its links renewed, as long as somebody watches it. @returns the way to watch it no more */
  watch(id: Id, changed: () => void): () => void;
  /** Looks files up now, whatever is known of them: a person waits. */
  lookUp(ids: readonly Id[]): void;
  /** The link of a file did not work: it is renewed with others of which that is so. */
  renew(id: Id): void;
}

/** So long nobody has begun to watch another file: rows that scroll past ask for nothing. */
export const quietMs = 180;
/** What failed is not asked for again before, unless by a person. */
export const failurePauseMs = 60_000;
/** Beyond so many, what is known of files that nobody watches is forgotten. */
const keptMost = 5000;

/** @param scrolledAt epoch milliseconds of the last scroll: cells with files may be rare among the rows that scroll past */
export function createFileIndex(client: Client, scrolledAt: () => number = () => 0): FileIndex {
  const entries = new Map<Id, FileEntry>();
  const watchers = new Map<Id, Set<() => void>>();
  const asked = new Set<Id>();
  /** Of those that failed, epoch milliseconds. */
  const pausedUntil = new Map<Id, number>();
  /** Their links did not work, whatever they promise. */
  const broken = new Set<Id>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Epoch milliseconds. */
  let wakesAt = Number.POSITIVE_INFINITY;

  /** Epoch milliseconds from which on a file is to be asked for. */
  function dueAt(id: Id): number {
    const entry = entries.get(id);
    const outdated = broken.has(id)
      ? 0
      : entry?.kind === 'found'
        ? linksDieAt(entry.answer) - linkMarginMs
        : entry?.kind === 'missing'
          ? entry.until
          : 0;
    return Math.max(outdated, pausedUntil.get(id) ?? 0);
  }

  const waiting = (): Id[] => [...watchers.keys()].filter((id) => !asked.has(id));

  function sleep(): void {
    clearTimeout(timer);
    wakesAt = Number.POSITIVE_INFINITY;
  }

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    wakesAt = Date.now() + milliseconds;
    timer = setTimeout(() => {
      sleep();
      const now = Date.now();
      const restless = scrolledAt() + quietMs - now;
      if (restless > 0) return wakeIn(restless);
      for (const call of fileCalls(waiting().filter((id) => dueAt(id) <= now))) void ask(call, 'prefetch');
      wakeForNext();
    }, milliseconds);
  }

  function wakeForNext(): void {
    const next = Math.min(...waiting().map(dueAt));
    if (Number.isFinite(next)) wakeIn(Math.max(quietMs, next - Date.now()));
  }

  async function ask(call: readonly Id[], priority: 'interactive' | 'prefetch'): Promise<void> {
    for (const id of call) asked.add(id);
    try {
      const answer = await queryClient.fetchQuery({ ...filesOptions(client, call, priority), staleTime: 0 });
      const files = new Map(answer.data.success.map((file) => [file.file_id, file]));
      for (const id of call) {
        const file = files.get(id);
        entries.set(id, file ? { kind: 'found', file, answer } : { kind: 'missing', until: linksDieAt(answer) });
        pausedUntil.delete(id);
      }
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      for (const id of call) {
        const entry = entries.get(id);
        // Links that still work are worth more than the word that they could not be renewed.
        if (entry?.kind !== 'found' || linksDieAt(entry.answer) <= Date.now())
          entries.set(id, { kind: 'failed', error });
        pausedUntil.set(id, Date.now() + failurePauseMs);
      }
    }
    for (const id of call) {
      asked.delete(id);
      broken.delete(id);
    }
    for (const id of call) for (const changed of watchers.get(id) ?? []) changed();
    for (const id of entries.keys()) {
      if (entries.size <= keptMost) break;
      if (!watchers.has(id)) entries.delete(id);
    }
    wakeForNext();
  }

  return {
    entry: (id) => entries.get(id),
    watch(id, changed) {
      const listeners = watchers.get(id) ?? new Set();
      watchers.set(id, listeners.add(changed));
      const wait = dueAt(id) - Date.now();
      if (!asked.has(id) && (wait <= 0 || Date.now() + wait < wakesAt)) wakeIn(Math.max(quietMs, wait));
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) watchers.delete(id);
        if (watchers.size === 0) sleep();
      };
    },
    lookUp(ids) {
      for (const call of fileCalls(ids.filter((id) => !asked.has(id)))) void ask(call, 'interactive');
    },
    renew(id) {
      broken.add(id);
      wakeIn(quietMs);
    },
  };
}

let lastScroll = 0;
if (typeof document !== 'undefined') {
  const note = (): void => {
    lastScroll = Date.now();
  };
  document.addEventListener('scroll', note, { capture: true, passive: true });
}

const indexes = new WeakMap<Client, FileIndex>();

/** The one index of a client. */
export function fileIndexOf(client: Client): FileIndex {
  const index = indexes.get(client) ?? createFileIndex(client, () => lastScroll);
  indexes.set(client, index);
  return index;
}

/** What is known of a file; as long as this is drawn it is looked up and its links are renewed. */
export function useFileEntry(client: Client, id: Id): FileEntry | undefined {
  const index = fileIndexOf(client);
  const subscribe = useCallback((changed: () => void) => index.watch(id, changed), [index, id]);
  return useSyncExternalStore(subscribe, () => index.entry(id));
}
