import { type InboxOwner, inboxOptions, watchEvents } from '../../api/inbox/inbox';
import { recordsKey } from '../../api/queries/records';
import { walkRecords } from '../../api/queries/walk-records';
import type { Priority } from '../../api/wire/budget';
import type { Client } from '../../api/wire/client';
import { steadyTimeout } from '../../api/wire/clock';
import { queryClient, readPatiently } from '../../api/wire/query-client';
import { send } from '../../api/wire/send';
import type { Id } from '../../contract/ids';
import { jobNews } from '../../storage/change-broadcast';
import type { Owner } from '../../storage/draft-rows';
import type { JobRow } from '../../storage/job-rows';
import { sentBefore } from '../check/earlier-writes';
import type { TableReading } from '../check/live-rows';
import { asksToStay, needsKey } from '../ledger/job-activity';
import { type Ledger, ledger } from '../ledger/ledger';
import { watchOpenJobs } from '../ledger/use-jobs';
import { type EventProof, proofOfEvent } from '../proof/proof';
import { createChangesReader } from '../read/read-changes';
import { createKeyReader } from '../read/read-keys';
import { keysOrRecent, rowsOrRecent } from '../read/read-recent';
import { createRowReader, type GetRecord, type ListRecords, type ReadRows } from '../read/read-rows';
import { createShownFields } from '../read/shown-fields';
import { rowsToSend } from '../table/job-state';
import { holdForFault, restartMs } from './faults';
import { leadInTurn } from './leader';
import type { Clock, RunnerPorts } from './ports';
import { runJobs } from './run-jobs';
import { correctOld } from './watch';

/**
 * Runs the jobs of a connection; to be called once for each open connection. While that interrupts a job, leaving the page asks first: nothing is lost, but
 * nothing continues until a tab with the key is open again.
 * @returns stops it; running calls are still finished and stored
 */
export function runJobsOf(connection: InboxOwner): () => void {
  const stop = runConnection(connection);
  let open: readonly JobRow[] = [];
  const stopWatching = watchOpenJobs(ownerOf(connection.client), (jobs) => {
    open = jobs;
  });
  const ask = (event: BeforeUnloadEvent): void => {
    if (open.some((job) => asksToStay(job, Date.now()))) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => {
    stop();
    stopWatching();
    window.removeEventListener('beforeunload', ask);
  };
}

/** Whose jobs a client runs. */
export function ownerOf(client: Client): Owner {
  return { environment: client.environment.name, identity: client.identity };
}

/** Whether a job of a client goes on only as long as there is its key, as `needsKey`; false where the browser denies its database. */
export async function needsKeyOf(client: Client, limitMs: number): Promise<boolean> {
  const jobs = await ledger.openJobs(ownerOf(client)).catch(() => []);
  return jobs.some((job) => needsKey(job, Date.now(), limitMs));
}

/** Pauses the jobs of a client that have rows to send, until they are resumed. */
export async function pauseSending(client: Client): Promise<void> {
  for (const job of await ledger.openJobs(ownerOf(client))) {
    if (job.order === 'run' && rowsToSend(job) > 0) await ledger.order(job.id, 'pause');
  }
}

function lister(client: Client, priority: Priority): ListRecords {
  return async (input, signal) => (await send(client, 'listRecords', input, { signal, priority })).data;
}

/** Reads rows by id for a client, at a priority. */
function rowReader(client: Client, priority: Priority): ReadRows {
  return createRowReader(
    lister(client, priority),
    async (item_id, signal) => (await send(client, 'getRecord', { item_id }, { signal, priority })).data,
  );
}

/** Pages of a walk that are under way at once. */
const pagesAtOnce = 4;

/** How a dry run reads: after requests of the page, before those of jobs, and with retries. */
export function tableReading(client: Client): TableReading {
  let requests = 0;
  const priority = 'prefetch' as const;
  const patient = <Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> =>
    readPatiently(
      client,
      () => {
        requests += 1;
        return run();
      },
      signal,
    );
  const plain = lister(client, priority);
  const list: ListRecords = (input, signal) => patient(() => plain(input, signal), signal);
  const detail: GetRecord = (item_id, signal) =>
    patient(async () => (await send(client, 'getRecord', { item_id }, { signal, priority })).data, signal);
  return {
    list,
    read: createRowReader(list, detail),
    readKeys: createKeyReader(list),
    async *walk(table_id, signal) {
      const before = requests;
      const options = { signal, priority, parallel: pagesAtOnce };
      for await (const step of walkRecords(client, { table_id, filter: null, order: null }, options)) {
        requests = before + step.requests;
        yield step.records;
      }
    },
    requests: () => requests,
    now: Date.now,
  };
}

const clock: Clock = {
  now: Date.now,
  steady: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        callOff();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const callOff = steadyTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
    }),
};

/** Runs the jobs of a connection in this tab, as soon as there are any, and only while no other tab does: the next one continues from the ledger. */
function runConnection(connection: InboxOwner): () => void {
  const { client } = connection;
  const owner = ownerOf(client);
  // No locks, no secure context: such a page is read-only, and has no jobs.
  if (!navigator.locks) return () => {};
  return leadInTurn(`jobs:${owner.environment}:${owner.identity}`, {
    isWanted: () => hasJobs(owner),
    async run(signal) {
      await firstJob(owner, signal);
      let ports: RunnerPorts | null = null;
      while (!signal.aborted) {
        try {
          ports ??= portsOf(connection, await ledger.takeTurn(owner, clock.now()));
          await runJobs(ports, signal);
        } catch (error) {
          // The browser database failed: the stored state is reliable, so the run restarts from it.
          await holdForFault(ledger, owner, error, clock.now());
          await clock.sleep(restartMs, signal);
        }
      }
    },
  });
}

async function hasJobs(owner: Owner): Promise<boolean> {
  const jobs = await ledger.openJobs(owner).catch(() => []);
  return jobs.length > 0;
}

/** Waits until there is a job to run: a page that only reads opens no inbox. */
async function firstJob(owner: Owner, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ordered = new AbortController();
    const stopHearing = jobNews.hear(() => ordered.abort());
    try {
      if ((await hasJobs(owner)) || signal.aborted) return;
      await clock.sleep(2 ** 30, AbortSignal.any([ordered.signal, signal]));
    } finally {
      stopHearing();
    }
  }
}

function portsOf(connection: InboxOwner, own: Ledger): RunnerPorts {
  const { client } = connection;
  const list = lister(client, 'job');
  const readAgain = rowReader(client, 'job');
  const readKeysAgain = createKeyReader(list);
  return {
    owner: ownerOf(client),
    requestsPerSecond: client.environment.requestsPerSecond,
    key: client.apiKey,
    ledger: own,
    sentBefore,
    clock,
    wire: {
      turn: (signal) => client.budget.take('job', signal),
      async update(input) {
        const { traceId, request } = await send(client, 'updateRecords', input, { priority: 'job', turnTaken: true });
        return { trace_id: traceId, request };
      },
      async remove(input) {
        const { traceId, request } = await send(client, 'deleteRecords', input, { priority: 'job', turnTaken: true });
        return { trace_id: traceId, request };
      },
      read: rowsOrRecent(readAgain, list),
      readKeys: keysOrRecent(readKeysAgain, list),
      readAgain,
      readKeysAgain,
      changes: createChangesReader(list),
      shownFields: createShownFields(list, readAgain, clock.now),
    },
    events: (listener) => followInbox(connection, listener),
    orders: (listener) =>
      jobNews.hear(({ about }) => {
        if (about === 'order') listener();
      }),
    onOutdated: throttled((tableId) => {
      void queryClient.invalidateQueries({ queryKey: recordsKey(client, tableId) });
    }),
  };
}

/** Events of the connection's inbox as confirmations or hints. Without an inbox rows are verified by reading them back, so a failure here stops nothing. */
function followInbox(connection: InboxOwner, listener: (proofs: readonly EventProof[]) => void): () => void {
  let stop: (() => void) | null = null;
  let ended = false;
  queryClient
    .fetchQuery(inboxOptions(connection))
    .then(({ reference }) => {
      if (ended) return;
      stop = watchEvents(reference, (events) => {
        const trusting = connection.client.environment.trustEvents === true;
        const proofs = events.flatMap((event) => proofOfEvent(event, trusting) ?? []);
        if (proofs.length > 0) listener(proofs);
      });
    })
    .catch(() => {});
  return () => {
    ended = true;
    stop?.();
  };
}

/**
 * An event pasted by a person, for calls of jobs that no longer listen to an inbox: it counts as reported, and is read back. @throws when the browser's
 * database fails
 */
export async function proveByEventText(body: string): Promise<void> {
  const proof = proofOfEvent({ encoding: 'text', body });
  if (proof) await correctOld({ ledger, clock }, [proof]);
}

const refreshMs = 1000;

/** Once at the first call and once at the end of each second with further ones, for each table. */
function throttled(run: (tableId: Id) => void): (tableId: Id) => void {
  const waiting = new Map<Id, boolean>();
  return (tableId) => {
    if (waiting.has(tableId)) {
      waiting.set(tableId, true);
      return;
    }
    waiting.set(tableId, false);
    run(tableId);
    const again = (): void => {
      if (waiting.get(tableId)) {
        waiting.set(tableId, false);
        run(tableId);
        setTimeout(again, refreshMs);
      } else waiting.delete(tableId);
    };
    setTimeout(again, refreshMs);
  };
}
