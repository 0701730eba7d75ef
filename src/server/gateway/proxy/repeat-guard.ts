/** Each write passes once: a browser repeats a call on its own, which may reach another gateway on the same database, or this one after a restart. */
import { type Database, DatabaseUnavailable } from '../../database/database';
import { Refusal } from '../http/failure';
import { type SharedTable, trimToShares } from '../shares/stored-shares';

/** Longer than any browser repeats a call. */
const KEPT_MS = 10 * 60 * 1000;
/** Calls of ten minutes, of all keys. */
const MOST_KEPT = 200_000;
/** Calls of this process after which the table is looked through. */
const SLACK = 5000;

type NamedCall = {
  /** `CALL_ID_HEADER` */
  name: string;
  /** Name of its key (`KnownKeys`); null without one. */
  key: string | null;
  /** Group of addresses; null for this machine. */
  address: string | null;
};

/** @returns whether a call of this name and key has passed before. @throws Refusal `busy` where that cannot be noted */
export type RepeatGuard = (call: NamedCall) => Promise<boolean>;

const CALLS: SharedTable = {
  table: 'gateway_call',
  id: 'call_id, key',
  key: 'held.key',
  address: 'held.address',
  isUsed: 'true',
  size: '0',
  lastToGo: '-held.passed_at',
};

export async function prepareRepeatGuard({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(`create table if not exists gateway_call (
    call_id text not null, key text not null, address text not null, passed_at bigint not null, primary key (call_id, key))`);
  await query('create index if not exists gateway_call_time on gateway_call (passed_at)');
}

export function createRepeatGuard(
  database: Pick<Database, 'query'>,
  clock: () => number = Date.now,
  mostKept = MOST_KEPT,
): RepeatGuard {
  let untrimmed = 0;
  return async ({ name, key, address }) => {
    const now = clock();
    try {
      const passed = await database.query(
        `insert into gateway_call as noted (call_id, key, address, passed_at) values ($1, $2, $3, $4)
         on conflict (call_id, key) do update set passed_at = excluded.passed_at where noted.passed_at <= $5 returning 1`,
        [name, key ?? '', address ?? '', now, now - KEPT_MS],
      );
      untrimmed += 1;
      if (untrimmed >= Math.min(SLACK, mostKept)) {
        untrimmed = 0;
        await trim(now);
      }
      return passed.length === 0;
    } catch (fault) {
      if (!(fault instanceof DatabaseUnavailable)) throw fault;
      // Passed on without a note, it could be sent twice.
      throw new Refusal(
        'busy',
        'The gateway database does not respond, so this request was not sent. Try again in a moment.',
      );
    }
  };

  async function trim(now: number): Promise<void> {
    await database.query('delete from gateway_call where passed_at <= $1', [now - KEPT_MS]);
    const [kept] = await database.query<{ rows: number }>('select count(*)::int as rows from gateway_call');
    if ((kept?.rows ?? 0) > mostKept) await trimToShares(database, CALLS, { rows: mostKept });
  }
}
