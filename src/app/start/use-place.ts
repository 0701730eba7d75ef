import { useSyncExternalStore } from 'react';
import { useMatches } from 'react-router-dom';
import { type Connection, connectionFor, subscribeConnections } from '../../credentials/connection';
import { useStore } from '../../state/store';
import { spaceOfPage } from '../../url/current-page';
import { environmentOf, lastPlace } from './last-place';

/** Where one is, for the parts around the pages. */
export interface Place {
  /** Environment of the address, else (settings) the one that was open last. */
  env: string | null;
  /** Workspace of the address or of what the page shows, else the last one of the environment. */
  space: string | null;
  table: string | null;
  connection: Connection | null;
}

/** The environment, workspace and table one is in, also on pages whose address does not name them. */
export function usePlace(): Place {
  const params = useMatches().at(-1)?.params ?? {};
  const last = lastPlace();
  const env = params.env ?? environmentOf(last.path);
  const shown = useStore(spaceOfPage);
  const connection = useSyncExternalStore(subscribeConnections, () => (env ? connectionFor(env) : null));
  return {
    env,
    space: params.space ?? shown ?? (env ? (last.spaces[env] ?? null) : null),
    table: params.table ?? null,
    connection,
  };
}
