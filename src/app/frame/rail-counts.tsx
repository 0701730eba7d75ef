import type { Client } from '../../api/wire/client';
import { lazyPart, useIdleWork } from '../../ui/layout/lazy-part';
import { useKnownTables } from '../palette/use-known-tables';
import styles from './rail.module.css';

const OpenJobs = lazyPart(async () => (await import('../background/open-jobs')).OpenJobs);

/** How many jobs of this key are not at their end; nothing before the first page has been drawn. */
export function RunningJobs({ client }: { client: Client }) {
  if (!useIdleWork()) return null;
  return <OpenJobs environment={client.environment.name} identity={client.identity} />;
}

/** How many tables of the workspace are known; nothing while none is. */
export function TableCount({ client, space }: { client: Client; space: string }) {
  const tables = useKnownTables(client, space);
  return tables.length > 0 ? <span className={styles.count}>{tables.length}</span> : null;
}
