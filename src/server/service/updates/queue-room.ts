import type { Queries } from '../../database/database';

/** Whether a batch of this size may be added to those that wait. */
export type QueueRoom = (size: number) => Promise<boolean>;

/** Bytes of the batches of all keys that wait, as the database keeps them. */
const queueBytes = 256 * 1024 * 1024;
/** A full queue is measured again after so long. */
const measureMs = 1000;

/**
 * What waits is measured when what was accepted since fills the room, so rarely: until then that it was all applied is not needed. Each process has its own
 * account, and sees what the others have accepted when it measures.
 */
export function createQueueRoom({ query }: Queries, most = queueBytes): QueueRoom {
  let waiting = Number.POSITIVE_INFINITY;
  let measuredAt = Number.NEGATIVE_INFINITY;
  /** Under way: what comes meanwhile waits for it. */
  let measuring: Promise<void> | null = null;

  async function measure(): Promise<void> {
    measuredAt = performance.now();
    const [row] = await query<{ bytes: number }>(
      `select coalesce(sum(pg_column_size(items)), 0)::float8 as bytes from update_batch where state = 'queued'`,
    );
    waiting = row?.bytes ?? 0;
  }

  return async (size) => {
    if (waiting + size > most && (measuring || performance.now() - measuredAt >= measureMs)) {
      measuring ??= measure().finally(() => {
        measuring = null;
      });
      await measuring;
    }
    if (waiting + size > most) return false;
    waiting += size;
    return true;
  };
}
