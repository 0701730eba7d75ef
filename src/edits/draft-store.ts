import { createStore } from '../state/store';
import { draftNews } from '../storage/change-broadcast';
import type { ConsoleDatabase, StorageFault } from '../storage/database';
import type { DraftScope } from '../storage/draft-rows';
import { type DraftHistory, noDrafts } from './drafts';

interface DraftSnapshot {
  history: DraftHistory;
  /** The database has been read. */
  ready: boolean;
  /** Why this browser refused to keep them: they last as long as the page. Null: it keeps them. */
  fault: StorageFault | null;
}

/** The drafts of one table in this tab, kept in IndexedDB behind it and in step with the other tabs. */
export interface DraftStore {
  read(): DraftSnapshot;
  subscribe(listener: () => void): () => void;
  /** Shows a new history at once and keeps it. */
  change(next: (history: DraftHistory) => DraftHistory): void;
  /** Resolves when everything changed so far is kept. */
  settled(): Promise<void>;
}

const stores = new Map<string, DraftStore>();

/** The one store of a scope in this tab. */
export function draftStore(scope: DraftScope): DraftStore {
  const key = JSON.stringify([scope.environment, scope.identity, scope.table_id]);
  const store = stores.get(key) ?? createDraftStore(scope, openWhenIdle);
  stores.set(key, store);
  return store;
}

const idleMs = 500;
let idleDatabase: Promise<ConsoleDatabase> | null = null;

/** The database of this browser. Its code comes when the page is idle: rows are drawn before it is known what has been changed in them. */
function openWhenIdle(): Promise<ConsoleDatabase> {
  idleDatabase ??= whenIdle().then(async () => (await import('../storage/database')).database);
  return idleDatabase;
}

/** How they are kept: asked for after the database has come, not beside the first rows. */
const keeping = () => import('./saved-drafts');

function whenIdle(): Promise<unknown> {
  if (!globalThis.requestIdleCallback) return Promise.resolve();
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: idleMs }));
}

/** A store on a database of its own choosing. */
export function createDraftStore(scope: DraftScope, open: () => Promise<ConsoleDatabase>): DraftStore {
  const shown = createStore<DraftSnapshot>({ history: noDrafts, ready: false, fault: null });
  let work: Promise<void> = Promise.resolve();
  let unwritten = 0;
  /** As the database has it: what it once refused for want of space is written with the next change. */
  let written: DraftHistory = noDrafts;

  const queue = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task).catch(async (error) => {
      // Where not even its code could be loaded there is no database.
      const fault = await open().then(
        (database) => database.faultOf(error),
        () => 'denied' as const,
      );
      shown.set({ ...shown.get(), ready: true, fault });
    });
    return work;
  };
  const load = (): void => {
    void queue(async () => {
      const database = await open();
      const { readHistory } = await keeping();
      const history = await readHistory(database, scope);
      // What was changed while this was being read is written behind it: read again then.
      if (unwritten > 0) return load();
      written = history;
      shown.set({ history, ready: true, fault: null });
    });
  };

  draftNews.hear(({ environment, identity, table_id }) => {
    const mine = environment === scope.environment && identity === scope.identity;
    if (mine && (table_id === null || table_id === scope.table_id)) load();
  });
  load();

  return {
    read: shown.get,
    subscribe: shown.subscribe,
    change(next) {
      if (!shown.get().ready) {
        // Only a click within the first milliseconds of a page comes here.
        work = work.then(() => this.change(next));
        return;
      }
      const before = shown.get().history;
      const after = next(before);
      if (after === before) return;
      shown.set({ ...shown.get(), history: after });
      unwritten += 1;
      void queue(async () => {
        try {
          const database = await open();
          const { writeHistory } = await keeping();
          await writeHistory(database, scope, written, after);
          written = after;
          if (shown.get().fault !== null) shown.set({ ...shown.get(), fault: null });
        } finally {
          unwritten -= 1;
        }
        draftNews.tell(scope, 'elsewhere');
      });
    },
    async settled() {
      let last: Promise<void>;
      do {
        last = work;
        await last;
      } while (last !== work);
    },
  };
}

/** A number for the next step: above those before it, and unlikely to be another tab's. */
export function nextSequence(history: DraftHistory, now: number): number {
  return Math.max(now, (history.past.at(-1)?.sequence ?? 0) + 1, (history.future[0]?.sequence ?? 0) + 1);
}
