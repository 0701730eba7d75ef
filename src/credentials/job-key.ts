/** What has to be said of a key before a job begins: it has ended, or it will end while the job runs. */
export type JobKeyNotice = { kind: 'ended' | 'outlived'; expiresAt: number; endsAt: number };

/** After its last call a job still reads back what no event proved. */
const proofMs = 2 * 60_000;

/**
 * Whether a job will outlive the key that it begins with; null where it will not, where the key has no end, and where it is renewed by itself.
 * @param job its calls, each of which is read before it is sent and may need a read-back, at the rate of the environment
 */
export function jobKeyNotice(
  key: { expiresAt: number | null; renews: boolean },
  job: { calls: number; requestsPerSecond: number },
  now: number,
): JobKeyNotice | null {
  const { expiresAt } = key;
  if (expiresAt === null) return null;
  const endsAt = now + (3 * job.calls * 1000) / job.requestsPerSecond + proofMs;
  if (now >= expiresAt) return { kind: 'ended', expiresAt, endsAt };
  return endsAt > expiresAt && !key.renews ? { kind: 'outlived', expiresAt, endsAt } : null;
}
