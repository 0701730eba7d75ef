import { isNamedReference, isShortText } from '../../../../contract/field-kinds';
import type { DwRecord } from '../../../../contract/records';
import { referencesOf } from '../../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../../grid/columns/columns-of';

/** A value that can be asked for, and in how many of the rows read it was seen. */
export interface SeenValue {
  id: string;
  name: string;
  count: number;
}

export interface SeenValues {
  /** Those of the table config in its order, else the most frequent first. */
  values: SeenValue[];
  /** Rows that were looked at. */
  rows: number;
  /** Whether the values are few enough to be chosen from: kinds that refer always are, texts when they repeat. */
  few: boolean;
}

const valuesMax = 500;
const textsMax = 60;

/** The values of a column in the rows read: options, users and relations by id, texts by themselves. */
export function seenValues(records: readonly DwRecord[], column: GridColumn): SeenValues {
  const seen = new Map<string, SeenValue>();
  for (const { id, name } of column.config?.config.options ?? []) seen.set(id, { id, name: name || id, count: 0 });
  const refers = isNamedReference(column.kind);
  let filled = 0;
  if (refers || isShortText(column.kind)) {
    for (const record of records) {
      const references = referencesOf(cellValue(record, column.id)) ?? [];
      if (references.length > 0) filled += 1;
      for (const { id, name } of references) {
        const key = id ?? name;
        if (key === null) continue;
        const value = seen.get(key);
        if (value) value.count += 1;
        else if (seen.size < valuesMax) seen.set(key, { id: key, name: name ?? key, count: 1 });
      }
    }
  }
  const values = [...seen.values()];
  if (!column.config?.config.options?.length) values.sort((a, b) => b.count - a.count || compare(a.name, b.name));
  const few = refers
    ? values.length > 0
    : values.length > 0 && values.length <= textsMax && values.length <= filled / 2;
  return { values, rows: records.length, few };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
