import type {
  ColumnOrderState,
  ColumnPinningState,
  ColumnSizingState,
  ColumnVisibilityState,
} from '@tanstack/react-table';
import { type FieldKind, isFieldKind } from '../../contract/field-kinds';
import { isJsonObject, type JsonObject } from '../../contract/json';
import { isSystemField } from '../../contract/records';
import { distributionOf } from '../profile/distribution';
import { agreement, type GridColumn, recordColumnId } from './columns-of';

/** The user's choices for the columns of a table: the state of TanStack Table, and their names and types by column id. Plain JSON. */
export interface ColumnChoice {
  columnVisibility: ColumnVisibilityState;
  /** In px. */
  columnSizing: ColumnSizingState;
  /** Ids in the order chosen, hidden ones too; empty: as they were found. */
  columnOrder: ColumnOrderState;
  /** The column of the record is always the first one at the start, because a row is known by it. */
  columnPinning: ColumnPinningState;
  names: Readonly<Record<string, string>>;
  kinds: Readonly<Record<string, FieldKind>>;
}

export const noChoice: ColumnChoice = {
  // About the row, not the data: hidden until it is chosen.
  columnVisibility: { created_on: false, created_by: false, updated_by: false },
  columnSizing: {},
  columnOrder: [],
  columnPinning: { start: [recordColumnId], end: [] },
  names: {},
  kinds: {},
};

/** A way to change the choice, given what it is now. */
export type ChangeChoice = (change: (choice: ColumnChoice) => ColumnChoice) => void;

/** What was chosen for a column; undefined when nothing was. A field may well be called `constructor`. */
export function chosenFor<Value>(entries: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(entries, id) ? entries[id] : undefined;
}

/**
 * What was kept, also by a console that had names of its own for the state of columns, as far as it can be understood: whatever else is in it is left out,
 * so that neither an older nor a newer console breaks on it.
 */
export function readColumnChoice(kept: unknown): ColumnChoice {
  if (!isJsonObject(kept)) return noChoice;
  const state = 'columnPinning' in kept ? kept : tableStateOf(kept);
  const pinning = isJsonObject(state.columnPinning) ? state.columnPinning : {};
  const start = idsOf(pinning.start).filter((id) => id !== recordColumnId);
  const end = idsOf(pinning.end).filter((id) => id !== recordColumnId && !start.includes(id));
  const { [recordColumnId]: _, ...visibility } = entriesOf(
    state.columnVisibility,
    (value) => typeof value === 'boolean',
  );
  return {
    columnVisibility: { ...noChoice.columnVisibility, ...visibility },
    columnSizing: entriesOf(state.columnSizing, (value): value is number => Number.isFinite(value)),
    columnOrder: idsOf(state.columnOrder),
    columnPinning: { start: [recordColumnId, ...start], end },
    names: entriesOf(state.names, (value): value is string => typeof value === 'string' && value.trim() !== ''),
    kinds: entriesOf(state.kinds, isFieldKind),
  };
}

/** Stored as `{shown, widths, order, pinned: {id: 'left' | 'right' | null}}`; pinned columns were in the order of all. */
function tableStateOf({ shown, widths, order, pinned, names, kinds }: JsonObject): JsonObject {
  const places = new Map(idsOf(order).map((id, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? places.size;
  const pinnedTo = (side: string) =>
    Object.entries(isJsonObject(pinned) ? pinned : {})
      .filter(([, at]) => at === side)
      .map(([id]) => id)
      .sort((a, b) => placeOf(a) - placeOf(b));
  return {
    columnVisibility: shown,
    columnSizing: widths,
    columnOrder: order,
    columnPinning: { start: pinnedTo('left'), end: pinnedTo('right') },
    names,
    kinds,
  } as JsonObject;
}

function idsOf(kept: unknown): string[] {
  return Array.isArray(kept) ? [...new Set(kept.filter((id) => typeof id === 'string'))] : [];
}

function entriesOf<Value>(kept: unknown, fits: (value: unknown) => value is Value): Record<string, Value> {
  const entries = isJsonObject(kept) ? Object.entries(kept) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, Value & (typeof entry)[1]] => fits(entry[1])));
}

/** The columns with manual names and types. The type of a system field cannot be changed (2.4). */
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

/** Sets the type of a column; null: as detected. */
export function retypeColumn(choice: ColumnChoice, id: string, kind: FieldKind | null): ColumnChoice {
  return { ...choice, kinds: withEntry(choice.kinds, id, kind) };
}

/** Whether the user gave a column its name or type. */
export function isDescribed(id: string, { names, kinds }: ColumnChoice): boolean {
  return chosenFor(names, id) !== undefined || chosenFor(kinds, id) !== undefined;
}

/** Whether a column's type can be set. */
export function isFree(column: GridColumn): boolean {
  return column.source !== 'system' && !isSystemField(column.id);
}

function withEntry<Value>(entries: Readonly<Record<string, Value>>, id: string, value: Value | null) {
  const { [id]: _, ...rest } = entries;
  return value === null ? rest : { ...rest, [id]: value };
}
