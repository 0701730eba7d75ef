import { useEffect } from 'react';
import type { Client } from '../../api/wire/client';
import { runIdleLock } from '../../credentials/lock';
import { runClockWatch, runRenewal } from '../../credentials/renewal';

/** Renews the provider key of an environment before it ends, where that was asked for; draws nothing. */
export function KeyRenewal({ client: { environment, identity } }: { client: Client }) {
  useEffect(() => runRenewal(environment, identity), [environment, identity]);
  return null;
}

/** Locks keys when nobody is there, and lets them end when they do also where the clock is set; draws nothing. */
export function IdleLock() {
  useEffect(() => runIdleLock(), []);
  useEffect(() => runClockWatch(), []);
  return null;
}
