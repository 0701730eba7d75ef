import { useCallback, useState } from 'react';
import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import { onJobNews } from '../../jobs/ledger/use-jobs';
import { useSubscription } from '../../state/store';
import { database } from '../../storage/database';
import { readJobs, readPayload } from '../../storage/stored-jobs';

/** A job that an event speaks of. */
export interface EventJob {
  id: string;
  tableName: string;
  space: Id;
}

const none: ReadonlyMap<string, EventJob> = new Map();

/** Jobs of this key by the trace ids of their calls, live: a job that is sent while its event arrives is found as well. */
export function useJobsByTrace(client: Client, traceIds: readonly string[]): ReadonlyMap<string, EventJob> {
  const [found, setFound] = useState(none);
  const wanted = traceIds.join('\n');
  const { identity, environment } = client;

  const listen = useCallback(
    (tell: (jobs: ReadonlyMap<string, EventJob>) => void) => {
      if (wanted === '') {
        tell(none);
        return () => {};
      }
      const read = (): void => {
        jobsByTrace(environment.name, identity, wanted.split('\n'))
          // Where the browser denies its database there are no jobs to link to.
          .catch(() => none)
          .then(tell);
      };
      read();
      return onJobNews(read);
    },
    [wanted, environment.name, identity],
  );
  const told = useSubscription(listen);
  // With another event the links of those before stay until theirs were read.
  if (told && !sameJobs(found, told)) setFound(told);
  return found;
}

function sameJobs(a: ReadonlyMap<string, EventJob>, b: ReadonlyMap<string, EventJob>): boolean {
  return a.size === b.size && [...b].every(([traceId, { id }]) => a.get(traceId)?.id === id);
}

/** Reads keys of the index alone: a batch holds a hundred rows that are not needed here. */
async function jobsByTrace(
  environment: string,
  identity: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, EventJob>> {
  const idByTrace = new Map<string, string>();
  await database.batches
    .where('trace_id')
    .anyOf(traceIds)
    .eachPrimaryKey(([jobId], cursor) => idByTrace.set(String(cursor.key), jobId));
  const jobs = await database.jobs.bulkGet([...new Set(idByTrace.values())]);
  const byId = new Map(readJobs(jobs).map((job) => [job.id, job]));
  const found = new Map<string, EventJob>();
  for (const [traceId, id] of idByTrace) {
    const job = byId.get(id);
    if (job?.environment !== environment || job.identity !== identity) continue;
    found.set(traceId, { id, tableName: job.table_name, space: job.space_id });
  }
  return found;
}

const jobsSearched = 20;
const callsSearched = 500;

/**
 * Latest jobs of this key that write one of these records: for an event without a known trace ID. Weaker than a trace ID, and marked as such.
 * Searches only the latest jobs and calls.
 */
export async function jobsByRecords(client: Client, tableId: Id | null, recordIds: readonly Id[]): Promise<EventJob[]> {
  const wanted = new Set(recordIds);
  const { identity, environment } = client;
  const rows = await database.jobs
    .where('[environment+identity+created_at]')
    .between([environment.name, identity, 0], [environment.name, identity, Number.POSITIVE_INFINITY])
    .reverse()
    .limit(jobsSearched)
    .toArray();
  const found: EventJob[] = [];
  let left = callsSearched;
  for (const job of readJobs(rows)) {
    if (left <= 0) break;
    if (tableId !== null && job.table_id !== tableId) continue;
    const payloads = await database.payloads
      .where('[job_id+number]')
      .between([job.id, 0], [job.id, Number.POSITIVE_INFINITY])
      .limit(left)
      .toArray();
    left -= payloads.length;
    const sent = payloads.flatMap((payload) => readPayload(payload)?.items ?? []);
    if (sent.some(({ item_id }) => item_id !== null && wanted.has(item_id))) {
      found.push({ id: job.id, tableName: job.table_name, space: job.space_id });
    }
  }
  return found;
}
