import type { FieldKind } from '../contract/fields';
import { type ColumnChoice, chosenFor, isShown, orderedColumns, type Pin, pinOf } from './column-choice';
import { type GridColumn, recordColumnId } from './columns-of';

/** Shows or hides columns. */
export function showColumns(choice: ColumnChoice, ids: readonly string[], shown: boolean): ColumnChoice {
  return { ...choice, shown: { ...choice.shown, ...Object.fromEntries(ids.map((id) => [id, shown])) } };
}

/** Keeps a column at an edge, or lets it scroll. */
export function pinColumn(choice: ColumnChoice, id: string, pin: Pin): ColumnChoice {
  return { ...choice, pinned: { ...choice.pinned, [id]: pin } };
}

/** Names a column; null or nothing but blanks: as it was found. */
export function renameColumn(choice: ColumnChoice, id: string, name: string | null): ColumnChoice {
  return { ...choice, names: withEntry(choice.names, id, name?.trim() || null) };
}

/** Says of what kind a column is; null: as it was found. */
export function retypeColumn(choice: ColumnChoice, id: string, kind: FieldKind | null): ColumnChoice {
  return { ...choice, kinds: withEntry(choice.kinds, id, kind) };
}

/**
 * Puts a column beside another one, at the edge where that one stays, or among those that scroll. Before the column of the record is after it: a row
 * begins with that.
 */
export function moveColumn(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  id: string,
  target: string,
  side: 'before' | 'after',
): ColumnChoice {
  if (id === target || id === recordColumnId) return choice;
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const rest = order.filter((each) => each !== id);
  const place = rest.indexOf(target);
  if (place < 0 || rest.length === order.length) return choice;
  rest.splice(side === 'after' || target === recordColumnId ? place + 1 : place, 0, id);
  const pin = pinOf(target, choice);
  return {
    ...choice,
    order: rest,
    pinned: pin === pinOf(id, choice) ? choice.pinned : { ...choice.pinned, [id]: pin },
  };
}

/** The column that one step to the left or to the right would pass: the next one shown of those that stay at the same edge; null at their end. */
export function passedByStep(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  id: string,
  step: -1 | 1,
): string | null {
  const pin = pinOf(id, choice);
  const beside = orderedColumns(columns, choice).filter(
    (column) => isShown(column.id, choice) && pinOf(column.id, choice) === pin,
  );
  const next = beside[beside.findIndex((column) => column.id === id) + step];
  return next === undefined || next.id === recordColumnId || id === recordColumnId ? null : next.id;
}

/** Moves a column by one place; where there is none, nothing changes. */
export function stepColumn(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  id: string,
  step: -1 | 1,
): ColumnChoice {
  const passed = passedByStep(columns, choice, id, step);
  return passed === null ? choice : moveColumn(columns, choice, id, passed, step < 0 ? 'before' : 'after');
}

/** Whether a person gave a column its name or kind. */
export function isDescribed(id: string, { names, kinds }: ColumnChoice): boolean {
  return chosenFor(names, id) !== undefined || chosenFor(kinds, id) !== undefined;
}

function withEntry<Value>(entries: Readonly<Record<string, Value>>, id: string, value: Value | null) {
  const { [id]: _, ...rest } = entries;
  return value === null ? rest : { ...rest, [id]: value };
}
