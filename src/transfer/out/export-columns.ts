import type { FieldKind } from '../../contract/field-kinds';
import { systemFields } from '../../contract/fields';
import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { FieldConfig } from '../../contract/table-config';

/** A column of a file that is taken out. */
export interface ExportColumn {
  /** Field id, or the name of a system field (2.4). */
  id: string;
  /** What people call the field; null for a system field and for one that nothing names. */
  name: string | null;
  kind: FieldKind;
  config: FieldConfig | null;
  /** The value of a record; undefined when the field is missing. */
  valueOf(record: DwRecord): Json | undefined;
}

/** What the columns of a file are called. */
export const headerForms = ['names', 'ids'] as const;
export type HeaderForm = (typeof headerForms)[number];

/**
 * The headers of columns, all different; none of them is the id of another field, so that each column is found when it comes back.
 * @param columns all that the table has: a name that two of them have tells neither, whichever of them is in the file
 */
export function headersOf(columns: readonly Pick<ExportColumn, 'id' | 'name'>[], form: HeaderForm): string[] {
  const names = columns.map(({ id, name }) => (form === 'names' ? name || id : id));
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const ids = new Set<string>([...systemFields, ...columns.map(({ id }) => id)]);
  return names.map((name, index) => {
    const { id } = columns[index] as { id: string };
    return name !== id && ((times.get(name) ?? 0) > 1 || ids.has(name)) ? `${name} (${id})` : name;
  });
}
