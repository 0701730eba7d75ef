import { readRemembered, writeRemembered } from '../storage/local-settings';

/** A connection that worked once: what tells it apart, never its key or a part of it. */
export interface SavedConnection {
  environment: string;
  /** Hash that names the key; a key cannot be derived from it. */
  identity: string;
  /** Names of its first workspaces. */
  workspaces: string[];
  workspaceCount: number;
  /** Epoch milliseconds. */
  usedAt: number;
}

const name = 'connections';
const namesKept = 3;
const connectionsKept = 12;

/** The list with a connection that was just used in front. Pure. */
export function withConnection(list: readonly SavedConnection[], used: SavedConnection): SavedConnection[] {
  const shortened = { ...used, workspaces: used.workspaces.slice(0, namesKept) };
  return [shortened, ...list.filter((saved) => !isSame(saved, used))].slice(0, connectionsKept);
}

/** The list without a connection. Pure. */
export function withoutConnection(
  list: readonly SavedConnection[],
  gone: Pick<SavedConnection, 'environment' | 'identity'>,
): SavedConnection[] {
  return list.filter((saved) => !isSame(saved, gone));
}

/** The connections of this browser, last used first. */
export function savedConnections(): SavedConnection[] {
  const kept = readRemembered(name);
  return Array.isArray(kept) ? kept.filter(isSavedConnection) : [];
}

/** Keeps a connection that works. */
export function saveConnection(used: SavedConnection): void {
  writeRemembered(name, withConnection(savedConnections(), used));
}

/** Takes a connection off the list. */
export function removeConnection(gone: Pick<SavedConnection, 'environment' | 'identity'>): void {
  writeRemembered(name, withoutConnection(savedConnections(), gone));
}

function isSame(
  a: Pick<SavedConnection, 'environment' | 'identity'>,
  b: Pick<SavedConnection, 'environment' | 'identity'>,
): boolean {
  return a.environment === b.environment && a.identity === b.identity;
}

function isSavedConnection(value: unknown): value is SavedConnection {
  const saved = value as Partial<SavedConnection> | null;
  return (
    typeof saved?.environment === 'string' &&
    typeof saved.identity === 'string' &&
    Array.isArray(saved.workspaces) &&
    typeof saved.workspaceCount === 'number' &&
    typeof saved.usedAt === 'number'
  );
}
