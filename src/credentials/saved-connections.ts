import * as v from 'valibot';
import { readRemembered, writeRemembered } from '../storage/local-settings';

const schema = v.object({
  environment: v.string(),
  /** Hash that names the key; a key cannot be derived from it. */
  identity: v.string(),
  /** Names of its first workspaces. */
  workspaces: v.array(v.string()),
  workspaceCount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Epoch milliseconds, of a date that there is. */
  usedAt: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
});
/** A connection that worked once: what tells it apart, never its key or a part of it. */
export type SavedConnection = v.InferOutput<typeof schema>;

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
  return saved().filter((each) => v.is(schema, each));
}

/** Keeps a connection that works. */
export function saveConnection(used: SavedConnection): void {
  change((list) => withConnection(list, used));
}

/** Takes a connection off the list. */
export function removeConnection(gone: Pick<SavedConnection, 'environment' | 'identity'>): void {
  change((list) => withoutConnection(list, gone));
}

function saved(): unknown[] {
  const kept = readRemembered(name);
  return Array.isArray(kept) ? kept : [];
}

/** What another version wrote there, and this one cannot read, stays behind the others. */
function change(next: (list: readonly SavedConnection[]) => SavedConnection[]): void {
  const unread = saved().filter((each) => !v.is(schema, each));
  writeRemembered(name, [...next(savedConnections()), ...unread]);
}

function isSame(
  a: Pick<SavedConnection, 'environment' | 'identity'>,
  b: Pick<SavedConnection, 'environment' | 'identity'>,
): boolean {
  return a.environment === b.environment && a.identity === b.identity;
}
