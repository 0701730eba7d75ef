/** Callback events in the database, whole and raw, within bounds of number, size and age: of one inbox the oldest make room, of all as `shares/` says. */
import type { EventPage, ReceivedEvent } from '../../../contract/inbox';
import type { Database } from '../../database/database';
import { prepareOutgoingTables } from '../outgoing/outgoing-store';
import { prepareRepeatGuard } from '../proxy/repeat-guard';
import { prepareKnownKeys } from '../shares/known-keys';
import { type SharedTable, trimToShares } from '../shares/stored-shares';

export type InboxBounds = {
  /** Of one inbox. */
  events: number;
  /** Of one inbox. */
  bytes: number;
  /** Of all inboxes together. */
  totalBytes: number;
  totalEvents: number;
  /** Events of any inboxes before the global bounds are enforced: anyone may have any number of inboxes. */
  totalSlack: { events: number; bytes: number };
  ageMs: number;
};
const MB = 1024 * 1024;
export const INBOX_BOUNDS: InboxBounds = {
  events: 10_000,
  bytes: 64 * MB,
  totalBytes: 1024 * MB,
  totalEvents: 200_000,
  totalSlack: { events: 5000, bytes: 64 * MB },
  ageMs: 7 * 24 * 3600 * 1000,
};

/** A page of events ends early rather than carry more than this, but always holds one. */
const PAGE_BYTES = 4 * MB;
/** Writes to one inbox, in number and size, after which its limits are enforced; it exceeds them by this much at most. */
const SLACK = { events: 100, bytes: 4 * MB };
/** How often a gateway looks for events that another one has stored in the same Postgres: one query for all that is watched. */
const POLL_MS = 2000;
/** How often it is noted that an inbox is read. */
const READ_NOTED_MS = 3600 * 1000;
const SWEEP_MS = 10 * 60 * 1000;

const EVENTS: SharedTable = {
  table: 'gateway_event',
  id: 'inbox, id',
  key: 'held.inbox',
  address: 'held.address',
  isUsed: 'exists (select 1 from gateway_inbox read where read.inbox = held.inbox and read.read_at is not null)',
  size: 'held.size',
  lastToGo: '-held.received_at',
};

type NewEvent = {
  contentType: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Handed over by the embedded service. */
  own?: boolean;
  /** Group of addresses that it came from; null for this machine. */
  address?: string | null;
};

/** Kept among the headers of an event that the embedded service handed over; no header can have such a name. */
const ownMark = ':own';

export type InboxStore = {
  /** Resolves when the event is kept. */
  write(inbox: string, event: NewEvent): Promise<void>;
  /** Events after the id `after`, ascending. */
  read(inbox: string, after: number, limit: number): Promise<EventPage>;
  wipe(inbox: string): Promise<void>;
  /** Calls when the inbox may have got an event. @returns ends it */
  watch(inbox: string, arrived: () => void): () => void;
  /** Enforces the bounds of age and of all inboxes together; runs automatically every ten minutes. */
  sweep(): Promise<void>;
  stop(): void;
};

type EventRow = {
  id: string;
  received_at: string;
  content_type: string;
  headers: string;
  body: Uint8Array;
};

/** Creates the tables that the gateway keeps. Several processes may do it at once. */
export async function prepareGatewayTables(database: Database): Promise<void> {
  await database.transaction(async ({ query }) => {
    // `if not exists` alone is not safe against a second process doing the same.
    await query('select pg_advisory_xact_lock(4173)');
    await query('create table if not exists gateway_secret (name text primary key, value text not null)');
    await query('create table if not exists gateway_inbox (inbox text primary key, last_id bigint not null)');
    await query(`create table if not exists gateway_event (
      inbox text not null, id bigint not null, received_at bigint not null, size integer not null,
      content_type text not null, headers text not null, body bytea not null, primary key (inbox, id))`);
    await query('create index if not exists gateway_event_age on gateway_event (received_at)');
    await query(
      'create table if not exists gateway_seal (browser text primary key, salt text not null, ends_at bigint not null)',
    );
    await query('create index if not exists gateway_seal_end on gateway_seal (ends_at)');
    await query("alter table gateway_event add column if not exists address text not null default ''");
    // Inboxes of an earlier version may have been read.
    await query(
      `alter table gateway_inbox add column if not exists read_at bigint default (extract(epoch from now()) * 1000)::bigint`,
    );
    await query('alter table gateway_inbox alter column read_at drop default');
    await query(`alter table gateway_seal add column if not exists key text,
      add column if not exists address text not null default '', add column if not exists read_at bigint`);
    await query('create index if not exists gateway_seal_address on gateway_seal (address)');
    await prepareKnownKeys({ query });
    await prepareRepeatGuard({ query });
    await prepareOutgoingTables({ query });
  });
}

export function createInboxStore(
  database: Database,
  clock: () => number,
  bounds: InboxBounds = INBOX_BOUNDS,
  pollMs = POLL_MS,
): InboxStore {
  /** Who is told of events of each inbox, and its last event as this process knows it. */
  const watched = new Map<string, { listeners: Set<() => void>; lastId: string | null }>();
  const readNoted = new Map<string, number>();
  const untrimmed = new Map<string, { events: number; bytes: number }>();
  let unswept = { events: 0, bytes: 0 };
  const sweeper = setInterval(() => void store.sweep().catch(() => undefined), SWEEP_MS);
  sweeper.unref();
  const poller =
    database.engine === 'postgres' ? setInterval(() => void poll().catch(() => undefined), pollMs) : undefined;
  poller?.unref();

  const store: InboxStore = {
    async write(inbox, { contentType, headers: kept, body, own, address }) {
      const headers = JSON.stringify(own ? { ...kept, [ownMark]: '1' } : kept);
      const size = body.byteLength + contentType.length + (headers === '{}' ? 0 : headers.length);
      const lastId = await database.transaction(async ({ query }) => {
        // The row is locked until the commit: ids become visible in their order, so that no reader steps over one.
        const [row] = await query<{ last_id: string }>(
          `insert into gateway_inbox (inbox, last_id) values ($1, 1)
           on conflict (inbox) do update set last_id = gateway_inbox.last_id + 1 returning last_id`,
          [inbox],
        );
        const id = row?.last_id ?? '1';
        await query('insert into gateway_event values ($1, $2, $3, $4, $5, $6, $7, $8)', [
          inbox,
          id,
          clock(),
          size,
          contentType,
          headers,
          body,
          address ?? '',
        ]);
        return id;
      });
      tell(inbox, lastId);
      const since = untrimmed.get(inbox) ?? { events: 0, bytes: 0 };
      untrimmed.set(inbox, since);
      for (const count of [since, unswept]) {
        count.events += 1;
        count.bytes += size;
      }
      if (since.events >= SLACK.events || since.bytes >= SLACK.bytes) {
        untrimmed.delete(inbox);
        await trim(inbox);
      }
      const { totalSlack } = bounds;
      if (unswept.events >= totalSlack.events || unswept.bytes >= totalSlack.bytes) await store.sweep();
    },

    async read(inbox, after, limit) {
      await noteRead(inbox);
      const rows = await database.query<EventRow>(
        `select id, received_at, content_type, headers, body from (
           select page.*, sum(size) over (order by id) - size as before from (
             select * from gateway_event where inbox = $1 and id > $2 order by id limit $3) page) sized
         where before < $4 order by id`,
        [inbox, after, limit, PAGE_BYTES],
      );
      const last = rows.at(-1);
      if (last === undefined) return { events: [], more: false };
      const later = await database.query('select 1 from gateway_event where inbox = $1 and id > $2 limit 1', [
        inbox,
        last.id,
      ]);
      return { events: rows.map(receivedEvent), more: later.length > 0 };
    },

    async wipe(inbox) {
      await database.query('delete from gateway_event where inbox = $1', [inbox]);
    },

    watch(inbox, arrived) {
      const watch = watched.get(inbox) ?? { listeners: new Set(), lastId: null };
      watched.set(inbox, watch);
      // The same function may watch twice.
      const listener = () => arrived();
      watch.listeners.add(listener);
      return () => {
        if (watch.listeners.delete(listener) && watch.listeners.size === 0) watched.delete(inbox);
      };
    },

    async sweep() {
      unswept = { events: 0, bytes: 0 };
      untrimmed.clear();
      readNoted.clear();
      await database.query('delete from gateway_event where received_at < $1', [clock() - bounds.ageMs]);
      await trimToShares(database, EVENTS, { rows: bounds.totalEvents, bytes: bounds.totalBytes });
      // Whoever has read an inbox may ask for what comes after its last event: its count goes on.
      await database.query(
        `delete from gateway_inbox i where (read_at is null or read_at < $1)
           and not exists (select 1 from gateway_event e where e.inbox = i.inbox)`,
        [clock() - bounds.ageMs],
      );
    },

    stop() {
      clearInterval(sweeper);
      clearInterval(poller);
    },
  };

  /** Tells those who watch an inbox, if this event is new to them. */
  function tell(inbox: string, lastId: string): void {
    const watch = watched.get(inbox);
    if (watch === undefined || watch.lastId === lastId) return;
    watch.lastId = lastId;
    for (const arrived of watch.listeners) arrived();
  }

  async function poll(): Promise<void> {
    if (watched.size === 0) return;
    const rows = await database.query<{ inbox: string; last_id: string }>(
      'select inbox, last_id from gateway_inbox where inbox = any($1::text[])',
      [[...watched.keys()]],
    );
    for (const { inbox, last_id } of rows) tell(inbox, last_id);
  }

  async function noteRead(inbox: string): Promise<void> {
    const now = clock();
    if (now - (readNoted.get(inbox) ?? Number.NEGATIVE_INFINITY) < READ_NOTED_MS) return;
    const noted = await database.query('update gateway_inbox set read_at = $2 where inbox = $1 returning 1', [
      inbox,
      now,
    ]);
    if (noted.length > 0) readNoted.set(inbox, now);
  }

  async function trim(inbox: string): Promise<void> {
    await database.query(
      `delete from gateway_event where inbox = $1 and id <= (
         select max(id) from (
           select id, row_number() over (order by id desc) as place, sum(size) over (order by id desc) as total
           from gateway_event where inbox = $1) sized
         where place > $2 or total > $3)`,
      [inbox, bounds.events, bounds.bytes],
    );
  }

  return store;
}

function receivedEvent(row: EventRow): ReceivedEvent {
  const text = textOf(row.body);
  const { [ownMark]: own, ...headers } = JSON.parse(row.headers) as Record<string, string>;
  return {
    id: Number(row.id),
    receivedAt: new Date(Number(row.received_at)).toISOString(),
    contentType: row.content_type,
    headers: keptHeaders(Object.entries(headers)),
    body: text ?? Buffer.from(row.body).toString('base64'),
    encoding: text === null ? 'base64' : 'text',
    ...(own === undefined ? {} : { own: true }),
  };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Headers that say nothing about the event: those of the connection and of proxies, and those stored separately. */
const OF_THE_WAY =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|content-type|forwarded|via|proxy-.*|x-forwarded-.*|x-real-ip)$/;
/** Words in a name that suggest a key; short ones must stand alone. */
const NAMES_A_KEY =
  /authoriz|authentic|api-?key|access-?key|token|secret|passw|credential|cookie|session|bearer|(^|[-_.])(auth|key|jwt|pwd|sid)([-_.]|$)/;
/** Named like a key, but not one: it identifies repeated events. */
const NO_KEY = new Set(['idempotency-key']);
/** A value in the form of a credential, under any name. */
const IS_A_KEY = /^\s*(bearer|basic|digest|negotiate|token|apikey)\s/i;

const MAX_KEPT_BYTES = 8 * 1024;

/**
 * The headers that are kept and shown of a callback, 8 KB at most. Asked when one comes and again when it is read: what was kept before a name counted as that
 * of a key is not shown either.
 * @param headers names in lower case
 */
export function keptHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of headers) {
    if (OF_THE_WAY.test(name) || opensSomething(name, value)) continue;
    size += name.length + value.length;
    if (size > MAX_KEPT_BYTES) break;
    kept[name] = value;
  }
  return kept;
}

function opensSomething(name: string, value: string): boolean {
  return (NAMES_A_KEY.test(name) && !NO_KEY.has(name)) || IS_A_KEY.test(value);
}
