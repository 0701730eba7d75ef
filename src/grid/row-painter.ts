import { standsAtEnd } from './cells/content-of';
import type { LaidColumn } from './column-layout';
import { fontSize } from './painted-cell';
import { drawRow, fillRow, newRow, type PaintedRow, placeColumns, placeRow, rowLike } from './painted-row';
import type { RowColumns, RowScene } from './row-scene';
import { assignSlots } from './slots';

/** A row to draw, and its distance from where places are counted, in px. */
export interface RowPlace {
  row: number;
  top: number;
}

/**
 * Draws the window of rows into elements of its own, without a framework: a scroll changes texts and places of elements that are there, and nothing
 * else of the page. What is asked for twice is written once.
 */
export interface RowPainter {
  /** Holds the rows; stands wherever its owner puts it. */
  readonly element: HTMLElement;
  /** Where the editor of the active cell stands; it moves with that cell. */
  readonly editor: HTMLElement;
  /** @param originTop of the place that `top` of the rows counts from, in px */
  paint(scene: RowScene, rows: readonly RowPlace[], originTop: number): void;
}

export function createRowPainter(className = ''): RowPainter {
  const element = document.createElement('div');
  const editor = document.createElement('div');
  element.setAttribute('role', 'presentation');
  element.className = className;
  editor.style.display = 'contents';
  editor.dataset.editor = '';
  fontSize();
  const painted: PaintedRow[] = [];
  /** A row with the columns as they are now, and what a record shows in them: rows are copied from it. */
  let template = newRow(false);
  let slots: ReadonlyMap<number, number> = new Map();
  let columnSlots: ReadonlyMap<number, number> = new Map();
  let center: (LaidColumn | undefined)[] = [];
  let columns: RowColumns | null = null;
  let editable: boolean | null = null;
  let originTop = Number.NaN;

  /** Rows keep their cells; cells take the columns that have come in place of those that went. */
  function takeColumns(scene: RowScene, first: RowPlace | undefined): void {
    if (scene.columns === columns && scene.editable === editable) return;
    const { start, center: between, end } = scene.columns;
    const otherSides = columns?.start.length !== start.length || columns.end.length !== end.length;
    // Rows that are copied cost a quarter of rows that get cell after cell. What holds the focus stays.
    const mostLack = between.length > 2 * template.cells.center.length && !element.contains(document.activeElement);
    if (otherSides || mostLack) {
      element.replaceChildren();
      painted.length = 0;
    }
    if (otherSides) template = newRow(end.length > 0);
    ({ columns, editable } = scene);
    columnSlots = assignSlots(
      columnSlots,
      columns.center.map(({ index }) => index),
      template.cells.center.length,
    );
    center = [];
    for (const laid of columns.center) center[columnSlots.get(laid.index) ?? 0] = laid;
    for (const row of [template, ...painted]) placeColumns(row, scene, center);
    const record = first && scene.recordAt(first.row);
    if (record) fillRow(template, record, scene);
    for (const side of ['start', 'center', 'end'] as const) {
      element.style.setProperty(`--bars-${side}`, barsOf(columns[side]));
    }
  }

  function rowAt(slot: number): PaintedRow {
    const known = painted[slot];
    if (known) return known;
    const row = rowLike(template);
    painted[slot] = row;
    element.append(row.element);
    return row;
  }

  return {
    element,
    editor,
    paint(scene, rows, top) {
      takeColumns(scene, rows[0]);
      if (!scene.withEditor) editor.remove();
      if (originTop !== top) {
        originTop = top;
        element.style.transform = `translateY(${top}px)`;
      }
      slots = assignSlots(
        slots,
        rows.map(({ row }) => row),
      );
      const places = [...rows].sort((a, b) => (slots.get(a.row) ?? 0) - (slots.get(b.row) ?? 0));
      for (const { row, top: rowTop } of places) {
        const own = rowAt(slots.get(row) ?? 0);
        placeRow(own, rowTop);
        drawRow(own, row, scene, editor);
      }
      for (const surplus of painted.splice(rows.length)) surplus.element.remove();
    },
  };
}

/** Height of a bar, and how far it keeps from the edges of its cell, in px. */
const bar = { height: 9, margin: 10 };

/** A background with a bar for each column. */
function barsOf(columns: readonly LaidColumn[]): string {
  return columns
    .map(({ column, left, width }) => {
      const atEnd = standsAtEnd(column.kind);
      const length = Math.round((width - 2 * bar.margin) * (atEnd ? 0.5 : 0.7));
      const from = atEnd ? left + width - bar.margin - length : left + bar.margin;
      return `linear-gradient(var(--line), var(--line)) ${from}px 50% / ${length}px ${bar.height}px no-repeat`;
    })
    .join(', ');
}
