import { lazy, Suspense } from 'react';
import type { Client } from '../api/client';
import styles from './rail.module.css';
import { useKnownTables } from './use-known-tables';

// The browser database is not needed for the first picture, so its code does not hold it up.
const OpenJobs = lazy(async () => ({ default: (await import('./open-jobs')).OpenJobs }));

/** How many jobs of this key are not at their end. */
export function RunningJobs({ client }: { client: Client }) {
  return (
    <Suspense fallback={null}>
      <OpenJobs environment={client.environment.name} identity={client.identity} />
    </Suspense>
  );
}

/** How many tables of the workspace are known; nothing while none is. */
export function TableCount({ client, space }: { client: Client; space: string }) {
  const tables = useKnownTables(client, space);
  return tables.length > 0 ? <span className={styles.count}>{tables.length}</span> : null;
}
