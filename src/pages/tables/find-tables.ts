import type { DwTable } from '../../contract/tables';

/** When each table was opened last, in epoch milliseconds, by table id. */
export type UsedAt = Readonly<Record<string, number>>;

/** What was found last in a list: each drawing asks for it, and a workspace may have 20,000 tables. */
const lastFound = new WeakMap<readonly DwTable[], { find: string; found: readonly DwTable[] }>();

/** The tables whose name, alias or id has each word of the query in it; the same array for the same list and query. */
export function findTables(tables: readonly DwTable[], find: string): readonly DwTable[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tables;
  const last = lastFound.get(tables);
  if (last?.find === find) return last.found;
  const found = tables.filter((table) => {
    const text = `${table.name} ${table.alias} ${table.table_id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  lastFound.set(tables, { find, found });
  return found;
}

/** Last used first; those never used follow in the order in which the platform listed them. Pure. */
export function inOrderOfUse(tables: readonly DwTable[], usedAt: UsedAt): DwTable[] {
  const isUsed = ({ table_id }: DwTable) => usedAt[table_id] !== undefined;
  const used = tables.filter(isUsed).sort((a, b) => (usedAt[b.table_id] ?? 0) - (usedAt[a.table_id] ?? 0));
  return [...used, ...tables.filter((table) => !isUsed(table))];
}

const tablesKept = 60;

/** What is remembered after a table was opened; the longest unused fall out. Pure. */
export function withUse(usedAt: UsedAt, tableId: string, now: number): UsedAt {
  const latest = Object.entries({ ...usedAt, [tableId]: now }).sort(([, a], [, b]) => b - a);
  return Object.fromEntries(latest.slice(0, tablesKept));
}
