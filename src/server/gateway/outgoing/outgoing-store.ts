/** Callback addresses outside of this gateway, and the events that are on their way there, in the database: every gateway on it may send them. */
import type { OutgoingDelivery, OutgoingProblem } from '../../../contract/inbox';
import type { Database } from '../../database/database';
import { retryWaitMs } from '../../service/events/outbox';
import type { Attempt } from './send-callback';

/** For so long no other process sends what one is sending. */
const LEASE_MS = 60_000;
/** What is sent at once. */
const ROUND = 20;
const KEPT_MS = 7 * 24 * 3600 * 1000;
/** Of one inbox; the oldest go, sent or not. */
const MOST_KEPT = 10_000;

/** Problems that no retry ends: they need another address or another configuration. */
const PERMANENT: ReadonlySet<OutgoingProblem> = new Set<OutgoingProblem>(['no-address', 'private']);

type Target = { url: string; configured: boolean };

/** An event that this process has the lease of. */
export type Leased = {
  id: string;
  inbox: string;
  environment: string;
  body: string;
  attempts: number;
  created_at: string;
  url: string;
};

export type OutgoingStore = {
  target(inbox: string): Promise<Target | null>;
  /** Waiting events go to the new address; without one they are given up. */
  setTarget(inbox: string, url: string | null): Promise<void>;
  /** Makes the addresses that the configuration names those of their inboxes, and forgets what an earlier one named. */
  configure(targets: readonly { inbox: string; url: string }[]): Promise<void>;
  /** Keeps an event to be sent, where its inbox has an address. @returns whether it has */
  enqueue(environment: string, inbox: string, body: string, traceId: string | null): Promise<boolean>;
  /** What is due, up to a round of it, with a lease. */
  due(): Promise<Leased[]>;
  note(leased: Leased, attempt: Attempt): Promise<void>;
  /** The latest, newest first. */
  deliveries(inbox: string, limit: number): Promise<OutgoingDelivery[]>;
  /** Forgets what is old, and the oldest of too many. */
  sweep(): Promise<void>;
};

export async function prepareOutgoingTables({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(
    'create table if not exists gateway_callback_address (inbox text primary key, url text not null, configured boolean not null)',
  );
  await query(`create table if not exists gateway_outgoing (
    id bigint generated always as identity primary key, inbox text not null, environment text not null, trace_id text, body text not null,
    url text, state text not null, attempts integer not null, due_at bigint not null, created_at bigint not null, tried_at bigint,
    status integer, problem text)`);
  await query(`create index if not exists gateway_outgoing_due on gateway_outgoing (due_at) where state = 'waiting'`);
  await query('create index if not exists gateway_outgoing_inbox on gateway_outgoing (inbox, id)');
}

export function createOutgoingStore(
  database: Pick<Database, 'query' | 'transaction'>,
  clock: () => number,
): OutgoingStore {
  return {
    async target(inbox) {
      const [row] = await database.query<Target>(
        'select url, configured from gateway_callback_address where inbox = $1',
        [inbox],
      );
      return row ?? null;
    },

    async setTarget(inbox, url) {
      await database.transaction(async ({ query }) => {
        if (url !== null) {
          await query(
            `insert into gateway_callback_address (inbox, url, configured) values ($1, $2, false)
             on conflict (inbox) do update set url = excluded.url where not gateway_callback_address.configured`,
            [inbox, url],
          );
          // A corrected address is tried at once.
          await query(`update gateway_outgoing set due_at = least(due_at, $2) where inbox = $1 and state = 'waiting'`, [
            inbox,
            clock(),
          ]);
          return;
        }
        await query('delete from gateway_callback_address where inbox = $1 and not configured', [inbox]);
        await query(
          `update gateway_outgoing set state = 'given-up', problem = 'no-address', body = '' where inbox = $1 and state = 'waiting'
             and not exists (select 1 from gateway_callback_address a where a.inbox = $1)`,
          [inbox],
        );
      });
    },

    async configure(targets) {
      await database.transaction(async ({ query }) => {
        await query('delete from gateway_callback_address where configured');
        for (const { inbox, url } of targets) {
          await query(
            `insert into gateway_callback_address (inbox, url, configured) values ($1, $2, true)
             on conflict (inbox) do update set url = excluded.url, configured = true`,
            [inbox, url],
          );
        }
      });
    },

    async enqueue(environment, inbox, body, traceId) {
      const kept = await database.query(
        `insert into gateway_outgoing (inbox, environment, trace_id, body, state, attempts, due_at, created_at)
         select $1::text, $2::text, $3::text, $4::text, 'waiting', 0, $5::bigint, $5::bigint from gateway_callback_address where inbox = $1::text
         returning id`,
        [inbox, environment, traceId, body, clock()],
      );
      return kept.length > 0;
    },

    async due() {
      const now = clock();
      // Without an address it went away between two statements: it is noted as such.
      return database.query<Leased>(
        `update gateway_outgoing o set due_at = $1::bigint, attempts = attempts + 1, tried_at = $2::bigint,
           url = coalesce((select a.url from gateway_callback_address a where a.inbox = o.inbox), '')
         where id in (select id from gateway_outgoing where state = 'waiting' and due_at <= $2::bigint order by due_at, id limit ${ROUND} for update skip locked)
         returning id, inbox, environment, body, attempts, created_at, url`,
        [now + LEASE_MS, now],
      );
    },

    async note({ id, attempts }, { status, problem }) {
      const wait = problem !== null && PERMANENT.has(problem) ? null : retryWaitMs(attempts);
      const state = problem === null ? 'delivered' : wait === null ? 'given-up' : 'waiting';
      await database.query(
        `update gateway_outgoing set state = $2::text, status = $3, problem = $4, due_at = $5,
           body = case when $2::text = 'waiting' then body else '' end
         where id = $1 and state = 'waiting'`,
        [id, state, status, problem, clock() + (wait ?? 0)],
      );
    },

    async deliveries(inbox, limit) {
      const rows = await database.query<DeliveryRow>(
        `select id, created_at, trace_id, url, state, attempts, tried_at, due_at, status, problem
         from gateway_outgoing where inbox = $1 order by id desc limit $2`,
        [inbox, limit],
      );
      return rows.map(deliveryOf);
    },

    async sweep() {
      await database.query('delete from gateway_outgoing where created_at < $1', [clock() - KEPT_MS]);
      await database.query(
        `delete from gateway_outgoing where id in (
           select id from (select id, row_number() over (partition by inbox order by id desc) as place from gateway_outgoing) ranked
           where place > $1)`,
        [MOST_KEPT],
      );
    },
  };
}

type DeliveryRow = {
  id: string;
  created_at: string;
  trace_id: string | null;
  url: string | null;
  state: OutgoingDelivery['state'];
  attempts: number;
  tried_at: string | null;
  due_at: string;
  status: number | null;
  problem: OutgoingProblem | null;
};

function deliveryOf(row: DeliveryRow): OutgoingDelivery {
  const time = (epoch: string | null) => (epoch === null ? null : new Date(Number(epoch)).toISOString());
  return {
    id: Number(row.id),
    createdAt: new Date(Number(row.created_at)).toISOString(),
    traceId: row.trace_id,
    url: row.url || null,
    state: row.state,
    attempts: row.attempts,
    triedAt: time(row.tried_at),
    nextAt: row.state === 'waiting' ? time(row.due_at) : null,
    status: row.status,
    problem: row.problem,
  };
}
