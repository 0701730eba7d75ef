import { randomUUID } from 'node:crypto';
import { parseJson } from '../../../contract/json';
import type { UpdateItem } from '../../../contract/records';
import { type Database, DatabaseUnavailable, type Queries, type Transaction } from '../../database/database';
import { versionSql } from '../catalogue/cache';
import { anyTable, type TableWithFields } from '../catalogue/catalogue';
import type { Clock } from '../clock';
import type { CatalogueCache, Log } from '../context';
import { afterApplied, drillFollows, drillTells, refusalsOf } from '../drills/drills';
import { eventSql, type LeasedEvent } from '../events/outbox';
import { orderNumber } from '../records/sql';
import { type Applied, applyBatch, type Ending, type KeptBatch, notEnded } from './apply';
import { type Batch, eventOfDefeat, eventText } from './batch';
import { lookupField } from './match';

/** How often a batch is tried when applying it fails altogether (a fault of ours or of the database, never of an item). */
const maxAttempts = 5;
/** How long an applied batch is remembered. */
const keptMs = 24 * 60 * 60 * 1000;

/** What batches are applied with. */
export interface Work {
  database: Database;
  catalogue: CatalogueCache;
  clock: Clock;
  log: Log;
  accepted: Accepted;
  /** Called when a batch was applied: receives its event, if this process is to deliver it. */
  hand(event: LeasedEvent | null): void;
  /** Called with the field by which records of a table are looked up; an index is built in the background, if worth it. Returns whether it may be being built. */
  wantIndex(tableId: string, fieldId: string): boolean;
  /** Tables of which a batch is being applied. */
  busy: Set<string>;
  /** Tables that are left alone until a time of this process (`performance.now()`): one whose index is awaited, or whose batch failed so many times in sequence. */
  resting: Map<string, { until: number; failures: number }>;
}

/** Records up to which a table without index is read whole for the keys of a batch, in a second or two; beyond, the batch waits for the index. */
const mostReadWhole = 1_000_000;
/** How often it is looked whether an awaited index is there. */
const indexWaitMs = 2000;
/** After the first failure; after each further one four times as long. */
const firstRestMs = 1000;
const longestRestMs = 60_000;

/** Tables that are written at the same time; others wait. */
const mostTables = 4;

/**
 * Applies the next batch of each table that has one, but for those that are busy: none waits for another. A batch's state changes in the transaction
 * that writes its records and its event: whenever the process ends, a batch is applied once or still waiting.
 * @param among tables that are known to have one; without, it is looked which have any
 * @returns how many were applied
 */
export async function applyQueued(work: Work, among?: Iterable<string>): Promise<number> {
  const isFree = (tableId: string) =>
    !work.busy.has(tableId) && (work.resting.get(tableId)?.until ?? 0) <= performance.now();
  const tables = [...(among ?? (await tablesWithWork(work)))].filter(isFree);
  let applied = 0;
  const applyTheirs = async () => {
    for (let tableId = tables.shift(); tableId !== undefined; tableId = tables.shift()) {
      if (!isFree(tableId)) continue;
      work.busy.add(tableId);
      try {
        const done = await applyNext(work, tableId);
        applied += done;
        if (done > 0) work.resting.delete(tableId);
      } catch (error) {
        const failures = (work.resting.get(tableId)?.failures ?? 0) + 1;
        const until = performance.now() + Math.min(longestRestMs, firstRestMs * 4 ** (failures - 1));
        work.resting.set(tableId, { until, failures });
        work.log(`a batch of table ${tableId} could not be applied`, error);
      } finally {
        work.busy.delete(tableId);
      }
    }
  };
  await Promise.all(Array.from({ length: mostTables - work.busy.size }, applyTheirs));
  return applied;
}

/** Tables whose next batch is due, the one that has waited longest first. */
async function tablesWithWork({ database, clock }: Work): Promise<string[]> {
  // A table that is still being loaded takes no updates yet: what they look for may not be there.
  const rows = await database.query<{ table_id: string }>(
    `select table_id from (
       select distinct on (b.table_id) b.table_id, b.accepted_at, b.due_at
       from update_batch b join update_turn t on t.table_id = b.table_id
       where b.state = 'queued' and t.state <> 'loading' order by b.table_id, b.seq) next
     where ${dueSql('$1::bigint')} order by accepted_at, table_id`,
    [clock()],
  );
  return rows.map(({ table_id }) => table_id);
}

/**
 * Whether a queued batch may be applied at a time of this process's clock. Other clocks wrote the times of the batch: one that would wait for more than twice its delay
 * was written by a clock that goes ahead, or before this one was set back, and waits no longer. One without delay is always due.
 */
function dueSql(now: string): string {
  return `(due_at <= ${now} or due_at - ${now} > 2 * (due_at - accepted_at))`;
}

async function applyNext(work: Work, tableId: string): Promise<number> {
  const kept = work.accepted.take(tableId);
  if (kept !== null) {
    // The error occurs again, and is reported, in the path that counts attempts.
    if (await applyKept(work, kept).catch(() => false)) return 1;
    work.accepted.forget(tableId);
  }
  return applyRead(work, tableId);
}

/**
 * Applies a batch as it was accepted: its claim and its records go to the database together. The records are written only where the claim is granted.
 * @returns whether it was applied; otherwise it is not the next of its table, or may have been judged by what does not hold any more
 */
async function applyKept(work: Work, { seq, address, batch, version }: KeptBatch): Promise<boolean> {
  const table = work.catalogue.at(version).tables.get(batch.table_id);
  if (table === undefined) return false;
  const now = work.clock();
  const applied = await work.database.transaction(async (transaction) => {
    const claim = randomUUID();
    const [[claimed], applied] = await Promise.all([
      transaction.query(`${claimingSql} and next.seq = $4::bigint and ${versionSql} = $5::bigint returning next.seq`, [
        batch.table_id,
        now,
        claim,
        seq,
        version,
      ]),
      applyBatch(transaction, table, batch, now, endingOf(batch, { seq, claim, address })),
    ]);
    if (!claimed) return null;
    await conclude(transaction, table, batch, applied, { seq, now });
    return applied;
  });
  if (applied !== null) work.hand(applied.leased);
  return applied !== null;
}

/** Applies what is the next batch of a table by now. @returns how many were applied */
async function applyRead(work: Work, tableId: string): Promise<number> {
  const { database, catalogue, clock, hand, wantIndex, resting } = work;
  let seq: string | null = null;
  let own: LeasedEvent | null = null;
  let isBuilding = false;
  try {
    const applied = await database.transaction(async (transaction) => {
      const claim = randomUUID();
      const next = await claimNext(transaction, tableId, clock(), claim);
      if (next === null) return 0;
      seq = next.seq;
      const now = clock();
      const { batch, address } = next;
      const table = await anyTable(transaction, catalogue.at(next.version).tables, tableId);
      const lookup = table && lookupField(batch.update_by_fields, table.fields);
      isBuilding = lookup !== undefined && lookup !== null && wantIndex(tableId, lookup.field_id);
      if (lookup && isBuilding && (await isAwaited(transaction, tableId, lookup.field_id))) {
        const failures = resting.get(tableId)?.failures ?? 0;
        resting.set(tableId, { until: performance.now() + indexWaitMs, failures });
        return 0;
      }
      const applied =
        next.attempts >= maxAttempts
          ? notEnded(eventOfDefeat(batch, now))
          : await applyBatch(transaction, table, batch, now, endingOf(batch, { seq, claim, address }));
      await conclude(transaction, table, batch, applied, { seq, now });
      own = applied.leased;
      return 1;
    });
    if (applied > 0) hand(own);
    return applied;
  } catch (error) {
    // Whoever ran out of time because an index is being built did not fail.
    if (seq === null || (isBuilding && error instanceof DatabaseUnavailable)) throw error;
    await database.query(
      'update update_batch set attempts = attempts + 1 where table_id = $1::bigint and seq = $2::bigint',
      [tableId, seq],
    );
    throw error;
  }
}

/** Whether a batch waits until a field of its table has its index. */
async function isAwaited({ query }: Queries, tableId: string, fieldId: string): Promise<boolean> {
  const [table] = await query<{ awaited: boolean }>(
    `select t.records > ${mostReadWhole} and not exists (
       select 1 from dw_ordered o where o.table_id = $1::bigint and o.field = $2::bigint and o.ready) as awaited
     from update_turn t where t.table_id = $1::bigint`,
    [tableId, orderNumber(fieldId)],
  );
  return table?.awaited === true;
}

function endingOf({ table_id }: Batch, of: Pick<Ending, 'seq' | 'claim' | 'address'>): Ending {
  return { ...of, tells: drillTells(table_id), last: !drillFollows(table_id) };
}

/** Finishes a batch that was applied. */
async function conclude(
  transaction: Transaction,
  table: TableWithFields | null,
  batch: Batch,
  { event, ended }: Applied,
  { seq, now }: { seq: string; now: number },
): Promise<void> {
  await afterApplied(transaction, table, batch, event, now);
  if (ended) return;
  await transaction.query(
    `update update_batch set state = 'applied', items = '[]', applied_at = $3::bigint, ${eventSql('$4::text', '0', '$3::bigint')}
     where table_id = $1::bigint and seq = $2::bigint`,
    [batch.table_id, seq, now, drillTells(batch.table_id) ? eventText(event) : null],
  );
}

/**
 * Takes the turn of table `$1` for its next batch, if that is due at `$2`, and marks it with `$3` for statements sent together with this one (work-records.ts). The turn
 * is a row that stays locked until the transaction ends: one process at a time writes a table. If it is taken, the process continues with another table. The next batch
 * is the one with the lowest number: while it is not due, or its row is locked, those after it wait.
 */
const claimingSql = `with turn as materialized (select table_id from update_turn where table_id = $1::bigint for update skip locked),
  next as materialized (
    select batch.* from turn, lateral (
      select * from update_batch where table_id = $1::bigint and state = 'queued' order by seq limit 1 for update) batch
    where ${dueSql('$2::bigint')})
  update update_turn t set claim = $3::text from next where t.table_id = $1::bigint`;

interface Claimed {
  seq: string;
  address: string;
  attempts: number;
  batch: Batch;
  /** Of the catalogue. */
  version: string;
}

/**
 * Claims the next batch of a table. The table itself is read by later statements, when the turn is taken.
 * @returns null when there is none, or another process has the turn
 */
async function claimNext({ query }: Queries, tableId: string, now: number, claim: string): Promise<Claimed | null> {
  const [row] = await query<
    Omit<Batch, 'items' | 'update_by_fields'> & Omit<Claimed, 'batch'> & { items: string; update_by_fields: string }
  >(
    `${claimingSql}
     returning next.seq, next.attempts, next.address, next.table_id, next.space_id, next.trace_id, next.update_type, next.user_id,
       next.update_by_fields::text as update_by_fields, next.items::text as items, ${versionSql} as version`,
    [tableId, now, claim],
  );
  if (!row) return null;
  const { seq, attempts, address, version, ...batch } = row;
  return {
    seq,
    attempts,
    address,
    version,
    batch: {
      ...batch,
      items: parseJson(row.items) as unknown as UpdateItem[],
      update_by_fields: JSON.parse(row.update_by_fields) as string[],
      refuses: refusalsOf(row.table_id),
    },
  };
}

/** Forgets batches and events that are long done. */
export async function forgetOld(database: Database, now: number): Promise<0> {
  await database.query(
    `delete from update_batch where state = 'applied' and applied_at < $1::bigint and event_state is distinct from 'waiting'`,
    [now - keptMs],
  );
  return 0;
}

/** What this process has accepted and not looked at yet. */
export interface Accepted {
  /** @param kept null: what the table has to do is to be read */
  add(tableId: string, kept: KeptBatch | null): void;
  /** Whether nothing was added since the tables were last asked for. */
  isEmpty(): boolean;
  /** Tables to which something was added since this was last asked. */
  tables(): string[];
  /** The first cached batch of a table, which is removed from the cache. */
  take(tableId: string): KeptBatch | null;
  /** Keeps nothing of a table: what is next there was not accepted here. */
  forget(tableId: string): void;
}

/** Batches held in memory; others are read when their turn comes. */
const mostKept = 50;

export function createAccepted(): Accepted {
  const tables = new Set<string>();
  const kept = new Map<string, KeptBatch[]>();
  let count = 0;
  const forget = (tableId: string) => {
    count -= kept.get(tableId)?.length ?? 0;
    kept.delete(tableId);
  };
  return {
    add(tableId, batch) {
      tables.add(tableId);
      if (batch === null || count >= mostKept) return;
      kept.set(tableId, [...(kept.get(tableId) ?? []), batch]);
      count += 1;
    },
    isEmpty: () => tables.size === 0,
    tables() {
      const added = [...tables];
      tables.clear();
      return added;
    },
    take(tableId) {
      const [first, ...others] = kept.get(tableId) ?? [];
      forget(tableId);
      if (others.length > 0) kept.set(tableId, others);
      else tables.delete(tableId);
      count += others.length;
      return first ?? null;
    },
    forget,
  };
}
