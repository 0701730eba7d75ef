import { useEffect, useState } from 'react';
import { watchOpenJobs } from '../../jobs/ledger/use-jobs';
import styles from '../frame/rail.module.css';

/** The number of open jobs of a key, live over all tabs; nothing when there is none. */
export function OpenJobs({ environment, identity }: { environment: string; identity: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => watchOpenJobs({ environment, identity }, (jobs) => setCount(jobs.length)), [environment, identity]);
  return count > 0 ? <span className={styles.count}>{count}</span> : null;
}
