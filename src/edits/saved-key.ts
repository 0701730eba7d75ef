import type { Id } from '../contract/ids';
import { readRemembered, writeRemembered } from '../storage/local-settings';

/** The fields, by id, that tell a record of a table from every other, as the person named them; kept in this browser per table. Empty while none is named. */
export function savedKey(environment: string, tableId: Id): readonly string[] {
  const kept = readRemembered(nameOf(environment, tableId));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Keeps the key that the person named for the new records of a table. */
export function keepKey(environment: string, tableId: Id, key: readonly string[]): void {
  writeRemembered(nameOf(environment, tableId), key);
}

function nameOf(environment: string, tableId: Id): string {
  return `record-key:${environment}:${tableId}`;
}
