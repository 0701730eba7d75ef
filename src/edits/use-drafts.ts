import { useMemo, useSyncExternalStore } from 'react';
import type { Json } from '../contract/json';
import type { StorageFault } from '../storage/database';
import type { DraftScope } from '../storage/draft-rows';
import { draftStore, nextSequence } from './draft-store';
import {
  type CellEdit,
  type CellPlace,
  countsOf,
  type DraftHistory,
  type Drafts,
  handOver,
  rebase,
  redo,
  type Step,
  stage,
  undo,
  unstage,
} from './drafts';

export interface DraftsOfTable {
  drafts: Drafts;
  counts: ReturnType<typeof countsOf>;
  /** Stages edits as one step of undo. */
  stage(edits: readonly CellEdit[]): void;
  /** Takes the drafts of some cells away, as one step of undo. */
  revert(places: readonly CellPlace[]): void;
  /** Keeps one's own value over one that someone else wrote. */
  rebase(cells: readonly (CellPlace & { before: Json | undefined })[]): void;
  /** Gives cells to a job; resolves when that is kept. */
  handOver(sent: readonly (CellPlace & { after: Json })[]): Promise<void>;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  /** The step that was just undone; null once something was done since. */
  lastUndone: Step | null;
  canRedo: boolean;
  /** Takes every draft away, as one step of undo. */
  discard(): void;
  /** False until the drafts of this browser have been read. */
  ready: boolean;
  /** Why this browser refuses to keep them, so that they end with the page; null: it keeps them. */
  fault: StorageFault | null;
}

/** The unsent changes of a table: the same for every part of the page, kept over reload, and in step with other tabs. */
export function useDrafts({ environment, identity, table_id }: DraftScope): DraftsOfTable {
  const store = useMemo(() => draftStore({ environment, identity, table_id }), [environment, identity, table_id]);
  const { history, ready, fault } = useSyncExternalStore(store.subscribe, store.read);
  const actions = useMemo(() => {
    const step = (next: (history: DraftHistory, sequence: number) => DraftHistory): void =>
      store.change((now) => next(now, nextSequence(now, Date.now())));
    return {
      stage: (edits: readonly CellEdit[]) => step((now, sequence) => stage(now, edits, sequence)),
      revert: (places: readonly CellPlace[]) => step((now, sequence) => unstage(now, places, sequence)),
      rebase: (cells: readonly (CellPlace & { before: Json | undefined })[]) =>
        step((now, sequence) => rebase(now, cells, sequence)),
      discard: () => step((now, sequence) => unstage(now, 'all', sequence)),
      undo: () => store.change(undo),
      redo: () => store.change(redo),
      handOver: (sent: readonly (CellPlace & { after: Json })[]) => {
        store.change((now) => handOver(now, sent));
        return store.settled();
      },
    };
  }, [store]);
  const counts = useMemo(() => countsOf(history.drafts), [history.drafts]);
  return {
    ...actions,
    drafts: history.drafts,
    counts,
    canUndo: history.past.length > 0,
    lastUndone: history.undone ?? null,
    canRedo: history.future.length > 0,
    ready,
    fault,
  };
}
