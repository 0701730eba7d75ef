import { type ApiError, knownCodes } from '../../contract/errors';
import type { RunnerPorts, RunningJob, Unproven } from './state';

/** Nothing goes on with a key that was refused while rows were read back. */
export async function holdForKey(ports: RunnerPorts, calls: readonly Unproven[], error: ApiError): Promise<void> {
  const { message, code, traceId } = error;
  if (code !== knownCodes.authenticationFailed) return;
  for (const job of new Set(calls.map((unproven) => unproven.job))) {
    job.row = { ...job.row, hold: { reason: 'key-refused', message, code, trace_id: traceId, until: null } };
    await ports.ledger.hold(job.row.id, job.row.hold);
  }
}

/** Says of each job whose rows still wait that they could not be read back, what answered, and when they are read again. */
export async function noteFailedRead(ports: RunnerPorts, calls: readonly Unproven[], error: ApiError): Promise<void> {
  const { kind, operation, message, fault, code, status, traceId, retryAfterMs } = error;
  const about = { kind, operation, message, fault, code, status, trace_id: traceId, retry_after_ms: retryAfterMs };
  for (const job of new Set(calls.map((unproven) => unproven.job))) {
    const times = calls.flatMap((own) => (own.job === job && own.open.length > 0 ? [own.nextRead] : []));
    if (times.length === 0) continue;
    job.row = { ...job.row, failed_read: { ...about, until: Math.min(...times) } };
    await ports.ledger.readFailed(job.row.id, job.row.failed_read ?? null);
  }
}

/** Nothing of what a job still waits for could not be read back: it is not said any more. */
export async function forgetFailedRead(ports: RunnerPorts, job: RunningJob): Promise<void> {
  if (!job.row.failed_read || [...job.unproven].some(({ readFailed }) => readFailed)) return;
  job.row = { ...job.row, failed_read: null };
  await ports.ledger.readFailed(job.row.id, null);
}

/** A person does not want to wait for the next read-backs of a job. */
export function readAtOnce(job: RunningJob): void {
  for (const unproven of job.unproven) unproven.nextRead = 0;
}
