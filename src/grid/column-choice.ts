import { type FieldKind, fieldKinds } from '../contract/fields';
import { isJsonObject } from '../contract/json';
import { type GridColumn, recordColumnId } from './columns-of';

/** Which edge of the grid a column stays at when it scrolls sideways; null: it scrolls with the others. */
export type Pin = 'left' | 'right' | null;

/** What a person chose for the columns of a table, by column id: plain JSON. What is not in it is at its default. */
export interface ColumnChoice {
  /** Shown (true) or hidden (false) by hand. */
  shown: Readonly<Record<string, boolean>>;
  /** In px. */
  widths: Readonly<Record<string, number>>;
  /** Ids in the order chosen, hidden ones too; empty: as they were found. */
  order: readonly string[];
  pinned: Readonly<Record<string, Pin>>;
  names: Readonly<Record<string, string>>;
  kinds: Readonly<Record<string, FieldKind>>;
}

export const noChoice: ColumnChoice = { shown: {}, widths: {}, order: [], pinned: {}, names: {}, kinds: {} };

/** A way to change the choice, given what it is now. */
export type ChangeChoice = (change: (choice: ColumnChoice) => ColumnChoice) => void;

/** What is not shown until somebody asks for it: it is about the row, not about the data. */
const hiddenAtFirst = new Set(['created_on', 'created_by', 'updated_by']);

/** Whether a column is shown, by choice or by default; that of the record always is. */
export function isShown(id: string, choice: ColumnChoice): boolean {
  return id === recordColumnId || (chosenFor(choice.shown, id) ?? !hiddenAtFirst.has(id));
}

/** Where a column stays: that of the record on the left, because a row is known by it. */
export function pinOf(id: string, choice: ColumnChoice): Pin {
  return id === recordColumnId ? 'left' : (chosenFor(choice.pinned, id) ?? null);
}

/** What was chosen for a column; undefined when nothing was. A field may well be called `constructor`. */
export function chosenFor<Value>(entries: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(entries, id) ? entries[id] : undefined;
}

/** Every column, hidden ones too, in the order chosen; one that the choice does not know follows the one that it was found after. */
export function orderedColumns(columns: readonly GridColumn[], { order }: ColumnChoice): readonly GridColumn[] {
  if (order.length === 0) return columns;
  const place = new Map(order.map((id, index) => [id, index]));
  place.set(recordColumnId, -1);
  const placed = columns.filter(({ id }) => place.has(id));
  placed.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  for (const [index, column] of columns.entries()) {
    if (place.has(column.id)) continue;
    const before = columns[index - 1];
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column);
  }
  return placed;
}

/** What was kept, as far as it can be understood: whatever else is in it is left out, so that neither an older nor a newer console breaks on it. */
export function readColumnChoice(kept: unknown): ColumnChoice {
  if (!isJsonObject(kept)) return noChoice;
  return {
    shown: entriesOf(kept.shown, (value) => typeof value === 'boolean'),
    widths: entriesOf(kept.widths, (value): value is number => typeof value === 'number' && Number.isFinite(value)),
    order: Array.isArray(kept.order) ? [...new Set(kept.order.filter((id) => typeof id === 'string'))] : [],
    pinned: entriesOf(kept.pinned, (value): value is Pin => value === 'left' || value === 'right' || value === null),
    names: entriesOf(kept.names, (value): value is string => typeof value === 'string' && value.trim() !== ''),
    kinds: entriesOf(kept.kinds, isFieldKind),
  };
}

/** Whether a word names a kind. */
export function isFieldKind(value: unknown): value is FieldKind {
  return (fieldKinds as readonly unknown[]).includes(value);
}

function entriesOf<Value>(kept: unknown, fits: (value: unknown) => value is Value): Record<string, Value> {
  const entries = isJsonObject(kept) ? Object.entries(kept) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, Value & (typeof entry)[1]] => fits(entry[1])));
}
