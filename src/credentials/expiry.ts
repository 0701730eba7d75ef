import { limits } from '../contract/limits';

/** A credential as received. */
export interface IssuedCredential {
  /** Epoch milliseconds from which its life counts: when its call left, so that its end is never later than the truth. */
  receivedAt: number;
  /** `expire` of the answer, in seconds (2.7). */
  expireSeconds: number;
}

export interface CredentialLife {
  /** `fresh`: a call gives the same one again; `renewable`: a call gives a new one and this one stays valid; `expired` (5.3, 5.4). */
  state: 'fresh' | 'renewable' | 'expired';
  /** Epoch milliseconds; a credential that was handed out again was issued before it was received. */
  issuedAt: number;
  renewableAt: number;
  expiresAt: number;
}

/** The life of an access token or provider API key at a moment: a pure function of time (5.3, 5.4). */
export function lifeOf(credential: IssuedCredential, now: number): CredentialLife {
  const expiresAt = credential.receivedAt + credential.expireSeconds * 1000;
  const renewableAt = expiresAt - limits.renewalThresholdSeconds * 1000;
  return {
    state: now >= expiresAt ? 'expired' : now > renewableAt ? 'renewable' : 'fresh',
    issuedAt: expiresAt - limits.credentialLifeSeconds * 1000,
    renewableAt,
    expiresAt,
  };
}

/** The warning about a key before a job begins: it has expired, or will during the job. */
type JobKeyNotice = { kind: 'ended' | 'outlived'; expiresAt: number; endsAt: number };

/** After its last call a job still reads back what no event proved. */
const proofMs = 2 * 60_000;

/**
 * Whether a job will outlive its key; null if it will not, if the key has no expiry, and if it is renewed automatically.
 * @param job its batches, each of which is checked before it is sent and may need a read-back, at the rate of the environment
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
