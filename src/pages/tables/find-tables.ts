import type { DwTable } from '../../contract/tables';

/** When each table was opened last, in epoch milliseconds, by table id. */
export type UsedAt = Readonly<Record<string, number>>;

/** The tables whose name, alias or id has each word of the query in it. Pure. */
export function findTables(tables: readonly DwTable[], find: string): DwTable[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...tables];
  return tables.filter((table) => {
    const text = `${table.name} ${table.alias} ${table.table_id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Last used first; those never used follow in the order in which the platform listed them. Pure. */
export function inOrderOfUse(tables: readonly DwTable[], usedAt: UsedAt): DwTable[] {
  return tables.toSorted((a, b) => (usedAt[b.table_id] ?? 0) - (usedAt[a.table_id] ?? 0));
}

const tablesKept = 60;

/** What is remembered after a table was opened; the longest unused fall out. Pure. */
export function withUse(usedAt: UsedAt, tableId: string, now: number): UsedAt {
  const latest = Object.entries({ ...usedAt, [tableId]: now }).sort(([, a], [, b]) => b - a);
  return Object.fromEntries(latest.slice(0, tablesKept));
}
