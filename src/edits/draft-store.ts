import type { Id } from '../contract/ids';
import { type ConsoleDatabase, database } from '../storage/database';
import type { DraftRow, Owner } from '../storage/draft-rows';
import { draftNews } from '../storage/news';
import { type CellDraft, type CellStep, type DraftHistory, noDrafts, type RecordDraft, type Step } from './drafts';

/** Whose drafts, and of which table. */
export interface DraftScope extends Owner {
  table_id: Id;
}

export interface DraftSnapshot {
  history: DraftHistory;
  /** The database has been read. */
  ready: boolean;
  /** False: this browser refused to keep them; they last as long as the page. */
  kept: boolean;
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
  const store = stores.get(key) ?? createDraftStore(scope, database);
  stores.set(key, store);
  return store;
}

/** A store on a database of its own choosing. */
export function createDraftStore(scope: DraftScope, db: ConsoleDatabase): DraftStore {
  const listeners = new Set<() => void>();
  let snapshot: DraftSnapshot = { history: noDrafts, ready: false, kept: true };
  let work: Promise<void> = Promise.resolve();
  let unwritten = 0;

  const show = (next: DraftSnapshot): void => {
    snapshot = next;
    for (const listener of listeners) listener();
  };
  const queue = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task).catch(() => show({ ...snapshot, ready: true, kept: false }));
    return work;
  };
  const load = (): void => {
    void queue(async () => {
      const history = await readHistory(db, scope);
      // What was changed while this was being read is written behind it: read again then.
      if (unwritten > 0) load();
      else show({ history, ready: true, kept: true });
    });
  };

  draftNews.hear(({ environment, identity, table_id }) => {
    const mine = environment === scope.environment && identity === scope.identity;
    if (mine && (table_id === null || table_id === scope.table_id)) load();
  });
  load();

  return {
    read: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change(next) {
      if (!snapshot.ready) {
        // Only a click within the first milliseconds of a page comes here.
        work = work.then(() => this.change(next));
        return;
      }
      const before = snapshot.history;
      const after = next(before);
      if (after === before) return;
      show({ ...snapshot, history: after });
      unwritten += 1;
      void queue(async () => {
        try {
          await writeHistory(db, scope, before, after);
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

async function readHistory(db: ConsoleDatabase, scope: DraftScope): Promise<DraftHistory> {
  const range = [scope.environment, scope.identity, scope.table_id];
  return db.transaction('r', db.drafts, db.draftSteps, async () => {
    const rows = await db.drafts.where('[environment+identity+table_id]').equals(range).toArray();
    const steps = await db.draftSteps.where('[environment+identity+table_id]').equals(range).sortBy('sequence');
    const drafts = new Map<Id, RecordDraft>();
    for (const { item_id, title, updated_on, field_id, before, after } of rows) {
      const own = drafts.get(item_id)?.cells ?? new Map<string, CellDraft>();
      (own as Map<string, CellDraft>).set(field_id, { before, after });
      if (!drafts.has(item_id)) drafts.set(item_id, { record: { item_id, title, updated_on }, cells: own });
    }
    const stepOf = ({ sequence, cells }: { sequence: number; cells: unknown }): Step => ({
      sequence,
      cells: cells as CellStep[],
    });
    return {
      drafts,
      past: steps.filter(({ undone }) => !undone).map(stepOf),
      future: steps
        .filter(({ undone }) => undone)
        .map(stepOf)
        .reverse(),
    };
  });
}

/** Writes what differs between two histories: by identity, as both are made of the same untouched parts. */
async function writeHistory(
  db: ConsoleDatabase,
  scope: DraftScope,
  before: DraftHistory,
  after: DraftHistory,
): Promise<void> {
  const puts: DraftRow[] = [];
  const deletes: [string, string, string, string, string][] = [];
  const { environment, identity, table_id } = scope;
  for (const [item_id, draft] of after.drafts) {
    const old = before.drafts.get(item_id);
    if (old === draft) continue;
    for (const [field_id, cell] of draft.cells) {
      if (old?.cells.get(field_id) === cell) continue;
      const { title, updated_on } = draft.record;
      puts.push({ environment, identity, table_id, item_id, field_id, title, updated_on, ...cell });
    }
  }
  for (const [item_id, old] of before.drafts) {
    const draft = after.drafts.get(item_id);
    if (old === draft) continue;
    for (const field_id of old.cells.keys()) {
      if (!draft?.cells.has(field_id)) deletes.push([environment, identity, table_id, item_id, field_id]);
    }
  }
  const steps = stepChanges(before, after);
  await db.transaction('rw', db.drafts, db.draftSteps, async () => {
    await db.drafts.bulkDelete(deletes);
    await db.drafts.bulkPut(puts);
    await db.draftSteps.bulkDelete(steps.gone.map((sequence) => [environment, identity, table_id, sequence]));
    await db.draftSteps.bulkPut(
      steps.kept.map(({ step, undone }) => ({ environment, identity, table_id, undone, ...step })),
    );
  });
}

function stepChanges(
  before: DraftHistory,
  after: DraftHistory,
): { kept: { step: Step; undone: boolean }[]; gone: number[] } {
  const table = ({ past, future }: DraftHistory): Map<number, { step: Step; undone: boolean }> =>
    new Map([
      ...past.map((step): [number, { step: Step; undone: boolean }] => [step.sequence, { step, undone: false }]),
      ...future.map((step): [number, { step: Step; undone: boolean }] => [step.sequence, { step, undone: true }]),
    ]);
  const old = table(before);
  const now = table(after);
  const kept = [...now.values()].filter(({ step, undone }) => {
    const same = old.get(step.sequence);
    return same?.step !== step || same.undone !== undone;
  });
  return { kept, gone: [...old.keys()].filter((sequence) => !now.has(sequence)) };
}

/** A number for the next step: above those before it, and unlikely to be another tab's. */
export function nextSequence(history: DraftHistory, now: number): number {
  return Math.max(now, (history.past.at(-1)?.sequence ?? 0) + 1, (history.future[0]?.sequence ?? 0) + 1);
}
