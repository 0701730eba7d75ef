import { useSyncExternalStore } from 'react';
import { useMatches } from 'react-router-dom';
import { type Connection, connectionFor, subscribeConnections } from '../../credentials/connection';
import { useStore } from '../../state/store';
import { readRemembered, writeRemembered } from '../../storage/local-settings';
import { spaceOfPage } from '../../url/current-page';

/** Where one was: survives the page, without the search part (a filter holds data). */
export interface LastPlace {
  /** Path of the last page below an environment; null at first. */
  path: string | null;
  /** The last workspace of each environment. */
  spaces: Record<string, string>;
}

const name = 'place';
const pathBelow = /^\/e\/([^/]+)(?:\/w\/([^/]+))?/;

/** The place after a page was opened. Pure. Pages outside an environment leave it as it is. */
export function placeAfter(place: LastPlace, pathname: string): LastPlace {
  const [, env, space] = stepsBelow(pathname);
  if (env === undefined) return place;
  return { path: pathname, spaces: space ? { ...place.spaces, [env]: space } : place.spaces };
}

/** The environment of a path, if it is below one. */
export function environmentOf(pathname: string | null): string | null {
  return stepsBelow(pathname ?? '')[1] ?? null;
}

/** The decoded steps of a path; none for one that is not valid. */
function stepsBelow(pathname: string): (string | undefined)[] {
  try {
    return (pathBelow.exec(pathname) ?? []).map((step?: string) => step && decodeURIComponent(step));
  } catch {
    return [];
  }
}

/** Where one was last in this browser. */
export function lastPlace(): LastPlace {
  const kept = readRemembered(name) as Partial<LastPlace> | undefined;
  const path = typeof kept?.path === 'string' && environmentOf(kept.path) ? kept.path : null;
  const spaces = Object.entries(kept?.spaces ?? {}).filter(([, space]) => typeof space === 'string');
  return { path, spaces: Object.fromEntries(spaces) };
}

// The address of the tables page or record grid of each workspace, whole, and not of what lies below a table: for as long as this page lives.
const tablesAddresses = new Map<string, string>();
const tablesPath = /^\/e\/[^/]+\/w\/[^/]+\/(?:t|tables)\/[^/]+$/;

/** Remembers the page that was opened. */
export function rememberPlace(pathname: string, search: string): void {
  const place = placeAfter(lastPlace(), pathname);
  writeRemembered(name, place);
  const env = environmentOf(pathname);
  const space = env && place.spaces[env];
  if (space && tablesPath.test(pathname)) tablesAddresses.set(`${env}/${space}`, pathname + search);
}

/** Where *Tables* leads back to: the table, filter and record that were open, as long as this page lives. */
export function lastTablesAddress(env: string, space: string): string | null {
  return tablesAddresses.get(`${env}/${space}`) ?? null;
}

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
