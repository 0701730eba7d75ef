import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { database } from '../storage/database';
import styles from './rail.module.css';

interface Work {
  openJobs: number;
  drafts: number;
}

/**
 * The number of open jobs of a key, live over all tabs; nothing when there is none. While there are open jobs or unsent changes, leaving the
 * console asks first. A default export for `lazy`.
 */
export default function KeptWork({ environment, identity }: { environment: string; identity: string }) {
  const [work, setWork] = useState<Work>({ openJobs: 0, drafts: 0 });
  const atWork = work.openJobs + work.drafts > 0;

  useEffect(() => {
    const counts = liveQuery(async () => ({
      openJobs: await database.jobs.where({ environment, identity, open: 1 }).count(),
      drafts: await database.drafts.where({ environment, identity }).count(),
    }));
    // Where the browser denies its database there is nothing to count.
    const subscription = counts.subscribe({ next: setWork, error: () => setWork({ openJobs: 0, drafts: 0 }) });
    return () => subscription.unsubscribe();
  }, [environment, identity]);

  useEffect(() => {
    if (!atWork) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [atWork]);

  return work.openJobs > 0 ? <span className={styles.count}>{work.openJobs}</span> : null;
}
