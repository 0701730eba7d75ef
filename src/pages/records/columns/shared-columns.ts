import { isFieldKind } from '../../../contract/field-kinds';
import { type ColumnChoice, chosenFor } from '../../../grid/columns/column-choice';
import { type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import type { SharedColumn } from '../../../url/records-search';

/** The columns shown, in their order, with what was chosen for them: what an address made for sharing carries. */
export function sharedColumns(choice: ColumnChoice, shown: readonly string[]): SharedColumn[] {
  const { columnPinning, columnSizing, names, kinds } = choice;
  return shown
    .filter((id) => id !== recordColumnId)
    .map((id) => {
      const [width, name, kind] = [chosenFor(columnSizing, id), chosenFor(names, id), chosenFor(kinds, id)];
      const pin = columnPinning.start.includes(id) ? 'start' : columnPinning.end.includes(id) ? 'end' : undefined;
      return {
        id,
        ...(width === undefined ? {} : { width }),
        ...(pin === undefined ? {} : { pin }),
        ...(name === undefined ? {} : { name }),
        ...(kind === undefined ? {} : { kind }),
      };
    });
}

/** The column choice of a shared address: its columns and no others, as shown there. Names and widths it does not have stay one's own. */
export function choiceOfShared(
  shared: readonly SharedColumn[],
  columns: readonly GridColumn[],
  own: ColumnChoice,
): ColumnChoice {
  const ids = new Set(shared.map(({ id }) => id));
  const others = columns.filter(({ id }) => id !== recordColumnId);
  const pinned = (side: SharedColumn['pin']) => shared.filter(({ id, pin }) => pin === side && id !== recordColumnId);
  const valuesOf = <Value>(value: (column: SharedColumn) => Value | undefined): Record<string, Value> =>
    Object.fromEntries(
      shared.flatMap((column) => {
        const said = value(column);
        return said === undefined ? [] : [[column.id, said]];
      }),
    );
  return {
    columnOrder: [...ids],
    columnVisibility: Object.fromEntries(others.map(({ id }) => [id, ids.has(id)])),
    columnPinning: {
      start: [recordColumnId, ...pinned('start').map(({ id }) => id)],
      end: pinned('end').map(({ id }) => id),
    },
    columnSizing: { ...own.columnSizing, ...valuesOf(({ width }) => width) },
    names: { ...own.names, ...valuesOf(({ name }) => name) },
    kinds: { ...own.kinds, ...valuesOf(({ kind }) => (isFieldKind(kind) ? kind : undefined)) },
  };
}
