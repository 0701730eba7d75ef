import type { FieldKind } from '../../contract/field-kinds';
import { isSystemField } from '../../contract/fields';
import { distributionOf } from '../profile/distribution';
import { type ColumnChoice, chosenFor } from './column-choice';
import { agreement, type GridColumn } from './columns-of';

/** The columns under the names and of the kinds that a person gave them. The kind of a system field is not up to anybody (2.4). */
export function columnsAsChosen(
  columns: readonly GridColumn[],
  choice: Pick<ColumnChoice, 'names' | 'kinds'>,
): readonly GridColumn[] {
  if (Object.keys(choice.names).length === 0 && Object.keys(choice.kinds).length === 0) return columns;
  return columns.map((column) => {
    const name = chosenFor(choice.names, column.id);
    const kind = isFree(column) ? chosenFor(choice.kinds, column.id) : undefined;
    if (name === undefined && kind === undefined) return column;
    const named = name === undefined ? column : { ...column, name };
    if (kind === undefined) return named;
    const { profile } = column;
    return {
      ...named,
      kind,
      source: 'hand',
      confidence: agreement(profile, kind),
      distribution: profile && distributionOf(profile, kind),
    };
  });
}

/** Names a column; null or nothing but blanks: as it was found. */
export function renameColumn(choice: ColumnChoice, id: string, name: string | null): ColumnChoice {
  return { ...choice, names: withEntry(choice.names, id, name?.trim() || null) };
}

/** Says of what kind a column is; null: as it was found. */
export function retypeColumn(choice: ColumnChoice, id: string, kind: FieldKind | null): ColumnChoice {
  return { ...choice, kinds: withEntry(choice.kinds, id, kind) };
}

/** Whether a person gave a column its name or kind. */
export function isDescribed(id: string, { names, kinds }: ColumnChoice): boolean {
  return chosenFor(names, id) !== undefined || chosenFor(kinds, id) !== undefined;
}

/** Whether a person can say of what kind a column is. */
export function isFree(column: GridColumn): boolean {
  return column.source !== 'system' && !isSystemField(column.id);
}

function withEntry<Value>(entries: Readonly<Record<string, Value>>, id: string, value: Value | null) {
  const { [id]: _, ...rest } = entries;
  return value === null ? rest : { ...rest, [id]: value };
}
