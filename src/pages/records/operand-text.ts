import { formatJson, isJsonObject, type Json } from '../../contract/json';
import type { GridColumn } from '../../grid/columns-of';
import { knownOptions } from '../../grid/known-options';

const shownMax = 3;

/** The operand as a pill shows it: names for option ids, the first few of many. */
export function operandText(operand: Json, column: GridColumn | undefined): { shown: string; more: number } {
  const entries = Array.isArray(operand) ? operand : [operand];
  const names = new Map(column ? knownOptions(column).map(({ id, name }) => [id, name]) : []);
  const label = (entry: Json): string => {
    // Alternatives for one field (field notes): their values say enough where all are `eq`.
    const value = isJsonObject(entry) && Object.keys(entry).length === 1 && entry.eq !== undefined ? entry.eq : entry;
    const text = typeof value === 'string' ? value : formatJson(value);
    return (names.get(text) || text).slice(0, 60);
  };
  return { shown: entries.slice(0, shownMax).map(label).join(', '), more: Math.max(0, entries.length - shownMax) };
}
