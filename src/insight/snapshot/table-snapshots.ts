/** The snapshots of one table in this tab: the one in use, the others, and the run that loads it. They stay when their page is left. */

import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import { formatJson, type Json } from '../../contract/json';
import { createStore, type Store } from '../../state/store';
import { forgetSnapshot, limitSnapshots, listSnapshots, type SnapshotInfo } from '../../storage/snapshot-files';
import { type EngineClient, engine as engineOfTab } from '../engine/engine-client';
import type { TableFacts } from './kept-table';
import type { LoadScope, RunState } from './run-state';
import type { Source } from './snapshot-column';
import { canUpdate, isUnfinished, openSnapshot, type RunPlan, type SnapshotRun, startRun } from './snapshot-run';

/** Rows of a table in the engine; they may still be loading. */
export interface OpenSnapshot {
  info: SnapshotInfo;
  source: Source;
  /** The time of the latest change in it is known, so that later ones can be asked for. */
  canUpdate: boolean;
  /** Its load was begun and has not ended. */
  isUnfinished: boolean;
}

export interface SnapshotView {
  /** What is stored was looked for, and taken into the engine. */
  isReady: boolean;
  snapshot: OpenSnapshot | null;
  /** Others of the same table, last used first. */
  others: readonly SnapshotInfo[];
  /** The latest load or update in this tab. */
  run: RunState | null;
  /** Why the stored snapshot could not be opened; null: it could. */
  error: unknown;
}

export interface TableSnapshots {
  store: Store<SnapshotView>;
  /** A new snapshot, beside the one there is. */
  start(client: Client, scope: LoadScope): void;
  pause(): void;
  /** Goes on after a pause, an error or a reload of the page. */
  goOn(client: Client): void;
  /** Keeps what came. */
  stop(): void;
  /** Reads what was changed since. */
  update(client: Client): void;
  forget(): Promise<void>;
}

/** All snapshots of this browser together take no more: bytes. Those that were not used for longest go first. */
const mostBytes = 2_000_000_000;

/** @param owner whose snapshots, of which table */
function createTableSnapshots(
  owner: { environment: string; identity: string; table_id: Id },
  engine: EngineClient,
): TableSnapshots {
  const { environment, identity, table_id } = owner;
  let run: SnapshotRun | null = null;
  const store = createStore<SnapshotView>({ isReady: false, snapshot: null, others: [], run: null, error: null });
  const change = (next: Partial<SnapshotView>): void => store.set({ ...store.get(), ...next });

  async function refresh(): Promise<SnapshotInfo[]> {
    const found = (await listSnapshots({ environment, identity })).filter((info) => info.table_id === table_id);
    const current = store.get().snapshot?.info.id;
    change({ others: found.filter(({ id }) => id !== current) });
    return found;
  }

  /** The one that was used last. */
  async function openLast(): Promise<void> {
    try {
      const [last] = await refresh();
      if (last && store.get().snapshot === null) {
        const info = { ...last, usedAt: Date.now() };
        change({ snapshot: openOf(info, await openSnapshot(engine, info)) });
        await engine.ask('describe', { id: info.id, info: formatJson(info as unknown as Json) });
        await refresh();
      }
      change({ isReady: true, error: null });
    } catch (error) {
      change({ isReady: true, error });
    }
  }

  function begin(plan: Pick<RunPlan, 'client' | 'columns' | 'expected' | 'isUpdate' | 'info'>): void {
    run?.pause();
    const replaced = store.get().snapshot?.info;
    const own = startRun({
      ...plan,
      engine,
      onFacts(facts, info) {
        if (run === own || run === null) change({ snapshot: openOf(info, facts) });
      },
    });
    run = own;
    const listen = (): void => {
      if (run !== own) return;
      change({ run: own.state() });
      if (own.state().phase === 'done') void settle().catch((error: unknown) => change({ error }));
    };
    /** The rows that were replaced stay in their file, to compare with, as long as there is room; those that were loaded have their name from now on. */
    const settle = async (): Promise<void> => {
      if (replaced !== undefined && replaced.id !== plan.info.id) {
        if (!(await closeUnused(replaced.id)))
          await openSnapshot(engine, { ...replaced, tableName: `${replaced.tableName} (before)` });
        const { snapshot } = store.get();
        if (snapshot) change({ snapshot: openOf(snapshot.info, await openSnapshot(engine, snapshot.info)) });
      }
      await limitSnapshots(mostBytes, [plan.info.id]);
      await refresh();
    };
    own.subscribe(listen);
    listen();
  }

  engine.onEnd(() => {
    // A run says so itself, and opens the file when it goes on.
    const isBusy = run !== null && ['opening', 'running', 'paused'].includes(run.state().phase);
    if (isBusy || store.get().snapshot === null) return;
    change({ snapshot: null, isReady: false });
    void openLast();
  });
  void openLast();

  return {
    store,
    start(client, { query, columns, tableName, expected }) {
      const now = Date.now();
      const info: SnapshotInfo = {
        id: crypto.randomUUID(),
        environment,
        identity,
        table_id,
        tableName,
        filter: query.filter,
        begunAt: now,
        loadedAt: now,
        usedAt: now,
        complete: false,
        rows: 0,
        bytes: 0,
      };
      begin({ client, columns, expected, isUpdate: false, info });
      void refresh();
    },
    pause: () => run?.pause(),
    goOn(client) {
      const { snapshot } = store.get();
      if (run?.state().phase === 'paused') run.goOn(client);
      else if (snapshot) begin({ client, columns: [], expected: null, isUpdate: false, info: snapshot.info });
    },
    stop: () => void run?.stop(),
    update(client) {
      const { snapshot } = store.get();
      if (snapshot) begin({ client, columns: [], expected: null, isUpdate: true, info: snapshot.info });
    },
    async forget() {
      const { snapshot } = store.get();
      await run?.stop();
      run = null;
      change({ snapshot: null, run: null });
      if (snapshot === null) return;
      await engine.ask('close', { id: snapshot.info.id });
      await forgetSnapshot(snapshot.info.id);
      await refresh();
    },
  };
}

function openOf(info: SnapshotInfo, facts: TableFacts): OpenSnapshot {
  const { table, labelled, columns } = facts;
  // The worker's answers are copies; a new object tells whoever reads it that there are more rows.
  return { info, source: { table, labelled, columns }, canUpdate: canUpdate(facts), isUnfinished: isUnfinished(facts) };
}

const all = new Map<string, TableSnapshots>();

/** The snapshots of a table for a key. */
export function snapshotsOf({ environment, identity }: Client, tableId: Id): TableSnapshots {
  const owner = { environment: environment.name, identity, table_id: tableId };
  const key = JSON.stringify(Object.values(owner));
  const found = all.get(key) ?? createTableSnapshots(owner, engineOfTab);
  all.set(key, found);
  return found;
}

/** How many read a snapshot beside the page that shows it. */
const held = new Map<string, number>();

/** Keeps a snapshot open that is read beside the page that shows it. @returns lets go of it */
export function holdSnapshot(id: string): () => void {
  held.set(id, (held.get(id) ?? 0) + 1);
  return () => {
    held.set(id, (held.get(id) ?? 1) - 1);
    void closeUnused(id);
  };
}

/** Takes rows out of the engine that nothing of this tab reads: they take as much memory as those of a page. @returns whether they are out */
async function closeUnused(id: string): Promise<boolean> {
  const isShown = [...all.values()].some(({ store }) => store.get().snapshot?.info.id === id);
  if (isShown || (held.get(id) ?? 0) > 0) return false;
  await engineOfTab.ask('close', { id }).catch(() => {});
  return true;
}
