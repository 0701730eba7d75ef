import { formatJson, type Json, parseJson } from '../../../contract/json';
import { readRemembered, writeRemembered } from '../../../storage/remembered';
import { type View, viewOf } from './view';

/** The view that a table was last looked at by: known before the database is open, so that its name stands there from the first moment. */
export function readActiveView(environment: string, tableId: string): View | null {
  const kept = readRemembered(nameOf(environment, tableId));
  try {
    return typeof kept === 'string' ? viewOf(parseJson(kept)) : null;
  } catch {
    return null;
  }
}

export function writeActiveView(environment: string, tableId: string, view: View | null): void {
  writeRemembered(nameOf(environment, tableId), view && formatJson(view as unknown as Json));
}

function nameOf(environment: string, tableId: string): string {
  return `view:${environment}:${tableId}`;
}
