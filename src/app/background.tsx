import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { environmentsOptions } from '../api/gateway';
import { connectionFor, subscribeConnections } from '../credentials/connection';

// None of it is needed for the first picture, so its code (and the browser database) does not hold it up.
const JobsRunner = lazy(async () => ({ default: (await import('../jobs/jobs-runner')).JobsRunner }));
const DraftsGuard = lazy(async () => ({ default: (await import('./drafts-guard')).DraftsGuard }));

/** What goes on whatever page is open, for each environment that this tab has a key for: its jobs run, its drafts are guarded. */
export function Background() {
  const { data } = useQuery(environmentsOptions);
  return data?.environments.map(({ name }) => <Work key={name} environment={name} />);
}

function Work({ environment }: { environment: string }) {
  const connection = useSyncExternalStore(subscribeConnections, () => connectionFor(environment));
  if (!connection) return null;
  return (
    <Suspense fallback={null}>
      <JobsRunner connection={connection} />
      <DraftsGuard environment={environment} identity={connection.client.identity} />
    </Suspense>
  );
}
