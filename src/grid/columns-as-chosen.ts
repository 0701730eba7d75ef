import { isSystemField } from '../contract/fields';
import { type ColumnChoice, chosenFor } from './column-choice';
import { agreement, type GridColumn } from './columns-of';
import { distributionOf } from './distribution';

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

/** Whether a person can say of what kind a column is. */
export function isFree(column: GridColumn): boolean {
  return column.source !== 'system' && !isSystemField(column.id);
}
