import type { ApiError } from '../../contract/errors';
import { fateOf } from '../proof/proof';
import type { Runner } from './runner';
import type { RunningJob, WatchedCall } from './running-job';

/** Nothing goes on with a key that was refused while rows were read back. @param key that it was read with */
export async function holdForKey(
  runner: Runner,
  jobs: Iterable<RunningJob>,
  error: ApiError,
  key: string | null,
): Promise<void> {
  const { message, code, traceId } = error;
  if (fateOf(error) !== 'key') return;
  for (const job of jobs) {
    job.refusedKey = key;
    await runner.hold(job, { reason: 'key-refused', message, code, trace_id: traceId, until: null });
  }
}

/** Says of each job whose rows still wait that they could not be read back, what answered, and when they are read again. */
export async function noteFailedRead(runner: Runner, calls: readonly WatchedCall[], error: ApiError): Promise<void> {
  const { kind, operation, message, fault, code, status, traceId, retryAfterMs } = error;
  const about = { kind, operation, message, fault, code, status, trace_id: traceId, retry_after_ms: retryAfterMs };
  for (const job of new Set(calls.map((call) => call.job))) {
    const times = calls.flatMap((call) => (call.job === job && call.open.length > 0 ? [call.nextRead] : []));
    if (times.length === 0) continue;
    job.row = { ...job.row, failed_read: { ...about, until: Math.min(...times) } };
    await runner.ports.ledger.readFailed(job.row.id, job.row.failed_read ?? null);
  }
}

/** Nothing of what a job still waits for could not be read back: it is not said any more. */
export async function forgetFailedRead(runner: Runner, job: RunningJob): Promise<void> {
  if (!job.row.failed_read || [...job.watched].some(({ readFailed }) => readFailed)) return;
  job.row = { ...job.row, failed_read: null };
  await runner.ports.ledger.readFailed(job.row.id, null);
}
