import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { database } from '../storage/database';
import styles from './rail.module.css';

/** The number of open jobs of a key, live over all tabs; nothing when there is none. */
export function OpenJobs({ environment, identity }: { environment: string; identity: string }) {
  const [count, setCount] = useState(0);

  useEffect(() => {
    const jobs = liveQuery(() => database.jobs.where({ environment, identity, open: 1 }).count());
    // Where the browser denies its database there are no jobs to count.
    const subscription = jobs.subscribe({ next: setCount, error: () => setCount(0) });
    return () => subscription.unsubscribe();
  }, [environment, identity]);

  return count > 0 ? <span className={styles.count}>{count}</span> : null;
}
