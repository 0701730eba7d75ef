import type { Workspace } from '../../contract/workspaces';
import { paths } from '../../url/paths';

/**
 * Where a new connection leads: to the address that asked for it, if that is in the same environment; with one workspace to its tables; else to
 * the choice of a workspace. Pure.
 */
export function destinationOf(env: string, workspaces: readonly Workspace[], next: string | null): string {
  if (next?.startsWith(`/e/${encodeURIComponent(env)}/`)) return next;
  const [only, another] = workspaces;
  return only && !another ? tablesOf(env, only) : paths.workspaces({ env });
}

/** The tables of a workspace that can be changed: the place to begin. */
export function tablesOf(env: string, workspace: Workspace): string {
  return paths.tables({ env, space: workspace.space_id, type: 'ext' });
}
