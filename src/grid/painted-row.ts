import { classNames } from '../ui/class-names';
import { warningOutline } from '../ui/icon-outlines';
import { outlineElement } from '../ui/outline-element';
import styles from './grid.module.css';
import { cellOf, cellState, fillCell, newCell, type PaintedCell, placeCell, stateCell } from './painted-cell';
import type { RowScene } from './row-scene';

/** The elements of a row, with what they show. */
export interface PaintedRow {
  element: HTMLElement;
  left: HTMLElement;
  number: HTMLElement;
  right: HTMLElement;
  /** What is said in place of a row that could not be read. */
  failed: HTMLElement;
  /** What stands in place of values while the row has not been read: of the columns between, of the left and of the right side. */
  bars: HTMLElement[];
  /** Of the left side, of the right side, and of the columns between, by slot. */
  cells: { left: PaintedCell[]; right: PaintedCell[]; center: PaintedCell[] };
  shown: {
    row: number;
    top: number;
    look: string;
    label: string | null;
    mark: string | null;
    failure: string | null;
    waiting: boolean;
  };
}

const nothing = { row: -1, top: Number.NaN, look: '', label: null, mark: null, failure: null, waiting: false };

/** A row of no columns. */
export function newRow(): PaintedRow {
  const element = part('row', styles.row);
  const left = part('presentation', styles.frozen);
  const number = part('rowheader', styles.number);
  const right = part('presentation', styles.frozenRight);
  const failed = document.createElement('span');
  number.setAttribute('aria-colindex', '1');
  number.dataset.column = '-1';
  number.append('');
  failed.className = styles.failure ?? '';
  failed.hidden = true;
  const bars: [HTMLElement, HTMLElement, HTMLElement] = [newBars(), newBars(), newBars()];
  left.append(bars[1], number);
  right.append(bars[2]);
  element.append(left, failed, right, bars[0]);
  return {
    element,
    left,
    number,
    right,
    failed,
    bars,
    cells: { left: [], right: [], center: [] },
    shown: { ...nothing },
  };
}

function newBars(): HTMLElement {
  const bars = document.createElement('div');
  bars.className = styles.bars ?? '';
  bars.hidden = true;
  return bars;
}

/** A row like one that shows nothing yet: copying elements costs less than making them. */
export function rowLike(row: PaintedRow): PaintedRow {
  const element = row.element.cloneNode(true) as HTMLElement;
  const children = [...element.children] as HTMLElement[];
  const [left, failed, right, bars, ...center] = children as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const [leftBars, number, ...pinned] = [...left.children] as [HTMLElement, HTMLElement, ...HTMLElement[]];
  const [rightBars, ...pinnedRight] = [...right.children] as [HTMLElement, ...HTMLElement[]];
  const likewise = (elements: readonly Element[], cells: readonly PaintedCell[]): PaintedCell[] =>
    cells.map((cell, place) => cellOf(elements[place] as HTMLElement, cell));
  return {
    element,
    left,
    number,
    right,
    failed,
    bars: [bars, leftBars, rightBars],
    cells: {
      left: likewise(pinned, row.cells.left),
      right: likewise(pinnedRight, row.cells.right),
      center: likewise(center, row.cells.center),
    },
    shown: { ...nothing },
  };
}

function part(role: string, className = ''): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className;
  return element;
}

/** Gives a row the cells of the columns. @param center the columns between the pinned ones, by slot */
export function placeColumns(
  { element, left, number, right, failed, cells }: PaintedRow,
  { columns, editable }: RowScene,
  center: readonly (RowScene['columns']['center'][number] | undefined)[],
): void {
  const sides = [
    { into: left, own: cells.left, laid: columns.left },
    { into: right, own: cells.right, laid: columns.right },
    { into: element, own: cells.center, laid: center },
  ];
  for (const { into, own, laid } of sides) {
    while (own.length < laid.length) {
      const cell = newCell();
      own.push(cell);
      into.append(cell.element);
    }
    for (const [place, cell] of own.entries()) placeCell(cell, laid[place] ?? null, editable);
  }
  number.style.width = `${columns.numberWidth}px`;
  left.style.width = `${columns.pinnedWidth}px`;
  right.style.width = `${columns.rightWidth}px`;
  right.hidden = columns.right.length === 0;
  failed.style.left = `${columns.pinnedWidth + 10}px`;
  element.style.width = `${columns.totalWidth}px`;
}

/** Puts a row at its place, `top` px from where places are counted. */
export function placeRow({ element, shown }: PaintedRow, top: number): void {
  if (shown.top === top) return;
  shown.top = top;
  element.style.transform = `translateY(${top}px)`;
}

/** Draws a row as the scene has it. @param editor where the editor stands; it goes into the active cell */
export function drawRow(painted: PaintedRow, row: number, scene: RowScene, editor: HTMLElement): void {
  const { element, cells, failed, shown } = painted;
  const { range, active, says, failure, openRecord, withEditor } = scene;
  const record = scene.recordAt(row);
  const draft = record && scene.drafts.get(record.item_id);
  const drafts = draft?.cells;
  const mark = scene.markAt(row);
  const isActive = row === active.row;
  const look = classNames(
    styles.row,
    isActive && styles.activeRow,
    record !== undefined && record.item_id === openRecord && styles.openRow,
    drafts && styles.changedRow,
  );
  if (shown.look !== look) {
    shown.look = look;
    element.className = look;
  }
  if (shown.row !== row) element.dataset.row = String(row);
  if (shown.row !== row) element.setAttribute('aria-rowindex', String(row + 2));
  const states = [record === undefined && (failure ?? says.notRead), drafts && says.staged, mark].filter(Boolean);
  nameRow(painted, row, states.length > 0 ? [row + 1, ...states].join(', ') : null, mark);
  const waiting = record === undefined && failure === null;
  if (shown.waiting !== waiting) {
    shown.waiting = waiting;
    for (const each of painted.bars) each.hidden = !waiting;
  }
  const said = record === undefined ? failure : null;
  if (shown.failure !== said) {
    shown.failure = said;
    failed.hidden = said === null;
    failed.textContent = said ?? '';
  }
  const selected = row >= range.top && row <= range.bottom;
  for (const side of [cells.left, cells.center, cells.right]) {
    for (const cell of side) {
      const { laid } = cell;
      if (laid === null) continue;
      const { index, column } = laid;
      const own = drafts?.get(column.id);
      const inRange = selected && index >= range.left && index <= range.right;
      const activeCell = isActive && index === active.column;
      if (activeCell && withEditor && editor.parentNode !== cell.element) cell.element.append(editor);
      fillCell(cell, record, own, scene, isActive && editor.parentNode === cell.element ? editor : null);
      stateCell(
        cell,
        (inRange ? cellState.selected : 0) |
          // The active cell of one column is told by its frame.
          (inRange && !(activeCell && range.left === range.right) ? cellState.tinted : 0) |
          (activeCell ? cellState.active : 0) |
          (own ? cellState.staged : 0) |
          (activeCell && !withEditor ? cellState.focusable : 0),
      );
    }
  }
  shown.row = row;
}

function nameRow({ number, shown }: PaintedRow, row: number, label: string | null, mark: string | null): void {
  if (shown.label !== label) {
    shown.label = label;
    if (label === null) number.removeAttribute('aria-label');
    else number.setAttribute('aria-label', label);
  }
  if (shown.mark !== mark) {
    shown.mark = mark;
    number.title = mark ?? '';
    number.classList.toggle(styles.marked ?? '', mark !== null);
    number.replaceChildren(...(mark === null ? [''] : [outlineElement(warningOutline, 12), '']));
    shown.row = -1;
  }
  if (shown.row !== row && number.lastChild) number.lastChild.nodeValue = String(row + 1);
}
