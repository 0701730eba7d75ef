import type { Id } from '../contract/ids';

const recordsPath = /^\/e\/([^/]+)\/w\/([^/]+)\/t\/([^/]+)\/?$/;

/** The table whose records a path shows; null for every other page. Inverse of `paths.records`. */
export function recordsPlaceOf(pathname: string): { env: string; space: Id; table: Id } | null {
  const [, env, space, table] = recordsPath.exec(pathname) ?? [];
  if (!env || !space || !table) return null;
  try {
    return { env: decodeURIComponent(env), space: decodeURIComponent(space), table: decodeURIComponent(table) };
  } catch {
    return null;
  }
}
