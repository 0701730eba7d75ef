import { formatJson, isJsonObject, type Json } from '../../../../contract/json';
import { referencesOf } from '../../../../edits/same-value';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { knownOptions } from '../../../../grid/edit/cell-edits';

const shownMax = 3;

/** The operand as a pill shows it: names for option ids, the first few of many. */
export function operandText(operand: Json, column: GridColumn | undefined): { shown: string; more: number } {
  const entries = Array.isArray(operand) ? operand : [operand];
  const names = new Map(column ? knownOptions(column).map(({ id, name }) => [id, name]) : []);
  const label = (entry: Json): string => {
    // Alternatives for one field (field notes): their values say enough where all are `eq`.
    const value = isJsonObject(entry) && Object.keys(entry).length === 1 && entry.eq !== undefined ? entry.eq : entry;
    const named = (text: string): string => names.get(text) || text;
    const text = typeof value === 'string' ? named(value) : (namesIn(value, named) ?? formatJson(value));
    return text.slice(0, 60);
  };
  return { shown: entries.slice(0, shownMax).map(label).join(', '), more: Math.max(0, entries.length - shownMax) };
}

/** The names in an option, user or relation as it is read; null for any other value. */
function namesIn(value: Json, named: (id: string) => string): string | null {
  if (typeof value !== 'object') return null;
  const references = referencesOf(value);
  return references?.length ? references.map(({ id, name }) => name ?? named(id ?? '')).join(', ') : null;
}
