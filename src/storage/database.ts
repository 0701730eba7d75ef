import { Dexie, type DexieOptions, type Table, type Transaction } from 'dexie';
import type { DraftRow, DraftStepRow } from './draft-rows';
import type { BatchRow, CheckPieceRow, CheckRow, JobRow, PayloadRow } from './job-rows';
import type { Stored } from './stored-values';

/** The table that something is kept for. */
export interface TablePlace {
  environment: string;
  table_id: string;
}

/**
 * What the person chose for one table in one environment (columns, saved views, last filters), as the page that owns it wrote it.
 * No data of records and no identity: it outlives a key.
 */
export interface TableSettingRow extends TablePlace {
  /** For instance `columns`, `views`, `recent-filters`. */
  name: string;
  value: unknown;
}

/** A choice for the whole console. */
export interface PreferenceRow {
  name: string;
  value: unknown;
}

/**
 * Why the database keeps nothing for this page: `newer` it belongs to a newer version of the console · `heldUp` a tab of an older version keeps it from being
 * brought up to date · `full` no space is left · `denied` the browser does not give it.
 */
export type StorageFault = 'newer' | 'heldUp' | 'full' | 'denied';

/** A tab that closes its database when it is asked to does so as soon as what it is writing is kept. */
const heldUpMs = 3000;

/**
 * Dexie opens a database of a newer version all the same, and adds to it what it misses. This version knows neither what the other's rows mean nor what has
 * to be written with them, so it leaves them alone.
 */
function ownVersionOnly(): DexieOptions {
  const { indexedDB: real } = globalThis;
  if (!real) return {};
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    if (version === undefined) throw new DOMException('A newer version of the console has made it.', 'VersionError');
    return real.open(name, version);
  };
  const [databases, deleteDatabase] = [real.databases?.bind(real), real.deleteDatabase.bind(real)];
  return { indexedDB: { open, databases, deleteDatabase } as DexieOptions['indexedDB'] };
}

/**
 * The one browser database. What is kept, and for how long:
 * - `drafts`, `draftSteps`: unsent changes and their undo, until they are sent, discarded or forgotten;
 * - `jobs`, `batches`, `payloads`: every job with what it sent, what was there before and what became of each row, until the person wipes it or
 *   forgets the key;
 * - `checks`, `checkPieces`: what a dry run over a file found, until a job is made of it, or a day has passed;
 * - `tableSettings`, `preferences`: until changed.
 */
export class ConsoleDatabase extends Dexie {
  declare drafts: Table<Stored<DraftRow>, [string, string, string, string, string], DraftRow>;
  declare draftSteps: Table<Stored<DraftStepRow>, [string, string, string, number], DraftStepRow>;
  declare jobs: Table<Stored<JobRow>, string, JobRow>;
  declare batches: Table<Stored<BatchRow>, [string, number], BatchRow>;
  declare payloads: Table<Stored<PayloadRow>, [string, number], PayloadRow>;
  declare checks: Table<Stored<CheckRow>, string, CheckRow>;
  declare checkPieces: Table<Stored<CheckPieceRow>, [string, number], CheckPieceRow>;
  declare tableSettings: Table<TableSettingRow, [string, string, string]>;
  declare preferences: Table<PreferenceRow, string>;

  /** Why it could not be opened; null: it could, or was not needed yet. */
  fault: StorageFault | null = null;

  /** @param durability `strict`: what a transaction wrote is on the disk when it ends, also if the power fails then; where a browser has that */
  constructor(name = 'warehouse-console', durability: 'default' | 'strict' = 'default') {
    super(name, { ...ownVersionOnly(), chromeTransactionDurability: durability });
    this.version(1).stores({
      drafts:
        '[environment+identity+table_id+item_id+field_id], [environment+identity+table_id], [environment+identity]',
      draftSteps: '[environment+identity+table_id+sequence], [environment+identity+table_id], [environment+identity]',
      jobs: 'id, [environment+identity+created_at], [environment+identity+open]',
      batches: '[job_id+number], [job_id+changed], [job_id+state+number], trace_id',
      payloads: '[job_id+number]',
      tableSettings: '[environment+table_id+name]',
      preferences: 'name',
    });
    this.version(2).stores({ checks: 'id, [environment+identity]', checkPieces: '[check_id+number]' });
    this.version(3).stores({}).upgrade(markLeavingCalls);
    this.on('blocked', ({ newVersion }) => {
      // It is being deleted, and whoever does that waits.
      if (newVersion === null) return;
      setTimeout(() => {
        if (this.isOpen()) return;
        this.fault = 'heldUp';
        this.close({ disableAutoOpen: true });
      }, heldUpMs);
    });
  }

  override open(): ReturnType<Dexie['open']> {
    return super.open().then(
      (opened) => {
        this.fault = null;
        return opened;
      },
      (error) => {
        this.fault ??= isNamed(error, 'VersionError') ? 'newer' : 'denied';
        throw error;
      },
    );
  }

  /** Why something could not be kept. @param error of the database */
  faultOf(error: unknown): StorageFault {
    return this.fault ?? (isNamed(error, 'QuotaExceededError') ? 'full' : 'denied');
  }
}

/** Calls being sent when an earlier version ended were named in the row of their job alone. */
async function markLeavingCalls(transaction: Transaction): Promise<void> {
  const jobs = transaction.table<{ id: string; leaving?: { number: number }[] }>('jobs');
  for (const { id, leaving = [] } of await jobs.toArray()) {
    for (const call of leaving) {
      await transaction
        .table<BatchRow>('batches')
        .where('[job_id+number]')
        .equals([id, call.number])
        .modify((batch) => {
          const rows = batch.rows.map(() => ({ outcome: 'sending' as const, reason: null }));
          Object.assign(batch, { failure: null, ...call, state: 'sending', rows, counts: { sending: rows.length } });
        });
    }
    if (leaving.length > 0) await jobs.update(id, { leaving: undefined });
  }
}

/** Whether an error, or the one that it is about, has a name. */
function isNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { inner } = error as { inner?: unknown };
  return error.name === name || isNamed(inner, name);
}

/** The database of this browser; opened at first use. */
export const database = new ConsoleDatabase();

/** What was kept for one table under a name, as it was written; undefined when nothing was. The caller judges its shape. */
export async function readTableSetting(
  place: Omit<TableSettingRow, 'value'>,
  db: ConsoleDatabase = database,
): Promise<unknown> {
  return (await db.tableSettings.get([place.environment, place.table_id, place.name]))?.value;
}

/** Keeps a value (anything that can be cloned) for one table under a name. */
export async function writeTableSetting(
  place: Omit<TableSettingRow, 'value'>,
  value: unknown,
  db: ConsoleDatabase = database,
): Promise<void> {
  await db.tableSettings.put({ ...place, value });
}

/** Changes what is kept for one table under a name; two tabs that do it at once lose nothing. @returns what is kept then */
export async function changeTableSetting(
  place: Omit<TableSettingRow, 'value'>,
  change: (value: unknown) => unknown,
): Promise<unknown> {
  return database.transaction('rw', database.tableSettings, async () => {
    const value = change(await readTableSetting(place));
    await writeTableSetting(place, value);
    return value;
  });
}
