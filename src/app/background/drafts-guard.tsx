import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { database } from '../../storage/database';

/** While a key has unsent changes, leaving the console asks first. Draws nothing. */
export function DraftsGuard({ environment, identity }: { environment: string; identity: string }) {
  const [unsent, setUnsent] = useState(false);

  useEffect(() => {
    const drafts = liveQuery(() => database.drafts.where({ environment, identity }).count());
    const subscription = drafts.subscribe({ next: (count) => setUnsent(count > 0), error: () => setUnsent(false) });
    return () => subscription.unsubscribe();
  }, [environment, identity]);

  useEffect(() => {
    if (!unsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsent]);

  return null;
}
