import type { Workspace } from '../../contract/tables';
import { paths } from '../../url/paths';

/**
 * Where a new connection leads: to the address that asked for it, if that is in the same environment; with one workspace to its tables; else to
 * the choice of a workspace. Pure.
 */
export function destinationOf(env: string, workspaces: readonly Workspace[], next: string | null): string {
  if (isIn(env, next)) return next;
  const [only, another] = workspaces;
  return only && !another ? tablesOf(env, only) : paths.workspaces({ env });
}

/** Where the demo leads: as `destinationOf`, but one workspace of its many is the place to begin. Pure. */
export function demoDestinationOf(env: string, workspaces: readonly Workspace[], next: string | null): string {
  const [first] = workspaces;
  return first && !isIn(env, next) ? tablesOf(env, first) : destinationOf(env, workspaces, next);
}

function isIn(env: string, address: string | null): address is string {
  return address?.startsWith(`/e/${encodeURIComponent(env)}/`) ?? false;
}

/** The tables of a workspace that can be changed: the place to begin. */
function tablesOf(env: string, workspace: Workspace): string {
  return paths.tables({ env, space: workspace.space_id, type: 'ext' });
}
