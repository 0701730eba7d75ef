/** What is selected in the grid: a cell, a range, rows or columns, moved by keys and by pointer; what is copied and summed of it. */

/** A cell by the index of its row and of its visible column. */
export interface CellPlace {
  row: number;
  column: number;
}

/** `active` has the focus and is edited; `head` is the corner that Shift moves. Equal when one cell is selected. */
export interface Selection {
  active: CellPlace;
  head: CellPlace;
  /** The corner opposite the head, where that is not the active cell: everything was selected around it. */
  tail?: CellPlace;
}

export interface Rectangle {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** How far the grid reaches, and how many rows a press of Page Down goes. */
export interface Bounds {
  rows: number;
  columns: number;
  page: number;
}

export type Target =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | 'row-start'
  | 'row-end'
  | 'first'
  | 'last'
  | 'page-up'
  | 'page-down';

/** Targets on the last row. */
export type EndTarget = Extract<Target, 'bottom' | 'last'>;

export function isEndTarget(target: Target): target is EndTarget {
  return target === 'bottom' || target === 'last';
}

export function selectCell(row: number, column: number): Selection {
  return { active: { row, column }, head: { row, column } };
}

/** The cells of a selection; all four edges belong to it. */
export function rectangleOf({ active, head, tail = active }: Selection): Rectangle {
  return {
    top: Math.min(tail.row, head.row),
    bottom: Math.max(tail.row, head.row),
    left: Math.min(tail.column, head.column),
    right: Math.max(tail.column, head.column),
  };
}

export function isSingle(selection: Selection): boolean {
  return sizeOf(selection) === 1;
}

export function sizeOf(selection: Selection): number {
  const { top, bottom, left, right } = rectangleOf(selection);
  return (bottom - top + 1) * (right - left + 1);
}

/** Moves the active cell, or with `extend` the head; never past the bounds. */
export function move(selection: Selection, target: Target, bounds: Bounds, extend: boolean): Selection {
  const from = extend ? selection.head : selection.active;
  const to = placeOf(from, target, bounds);
  return extend ? { active: selection.active, head: to } : { active: to, head: to };
}

function placeOf({ row, column }: CellPlace, target: Target, { rows, columns, page }: Bounds): CellPlace {
  const ends: Record<Target, Partial<CellPlace>> = {
    up: { row: row - 1 },
    down: { row: row + 1 },
    left: { column: column - 1 },
    right: { column: column + 1 },
    top: { row: 0 },
    bottom: { row: rows - 1 },
    'row-start': { column: 0 },
    'row-end': { column: columns - 1 },
    first: { row: 0, column: 0 },
    last: { row: rows - 1, column: columns - 1 },
    'page-up': { row: row - page },
    'page-down': { row: row + page },
  };
  return clamp({ row, column, ...ends[target] }, { rows, columns });
}

function clamp({ row, column }: CellPlace, { rows, columns }: Pick<Bounds, 'rows' | 'columns'>): CellPlace {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) };
}

/** Keeps a selection inside bounds that have become smaller (a filter, hidden columns). */
export function clampSelection({ active, head, tail }: Selection, bounds: Pick<Bounds, 'rows' | 'columns'>): Selection {
  return { active: clamp(active, bounds), head: clamp(head, bounds), ...(tail && { tail: clamp(tail, bounds) }) };
}

/** Everything, around the active cell, which stays where it is. */
export function selectAll({ active }: Selection, { rows, columns }: Pick<Bounds, 'rows' | 'columns'>): Selection {
  const head = { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) };
  return { active, head, tail: { row: 0, column: 0 } };
}

/** Whole rows from the active one to the head. */
export function selectRows(from: number, to: number, columns: number): Selection {
  return { active: { row: from, column: 0 }, head: { row: to, column: Math.max(0, columns - 1) } };
}

/** Whole columns. */
export function selectColumns(from: number, to: number, rows: number): Selection {
  return { active: { row: 0, column: from }, head: { row: Math.max(0, rows - 1), column: to } };
}

/** The selection after columns were moved, shown or hidden: on the same columns as before, where they are still there. @param before ids of the columns that were shown, in order */
export function followColumns(selection: Selection, before: readonly string[], after: readonly string[]): Selection {
  const follow = (place: CellPlace): CellPlace => {
    const column = after.indexOf(before[place.column] ?? '');
    return column < 0 || column === place.column ? place : { ...place, column };
  };
  const { active, head, tail } = selection;
  if (tail) return { active: follow(active), head: { ...head, column: after.length - 1 }, tail };
  const whole =
    Math.min(active.column, head.column) === 0 && Math.max(active.column, head.column) === before.length - 1;
  // Whole rows stay whole rows.
  if (whole && before.length > 1) {
    const last = after.length - 1;
    return active.column <= head.column
      ? { active: { ...active, column: 0 }, head: { ...head, column: last } }
      : { active: { ...active, column: last }, head: { ...head, column: 0 } };
  }
  const next = { active: follow(active), head: follow(head) };
  return next.active === active && next.head === head ? selection : next;
}
