import type { DwRecord } from '../contract/records';
import type { RecordDraft } from '../edits/drafts';
import { classNames } from '../ui/class-names';
import { warningOutline } from '../ui/icon-outlines';
import { outlineElement } from '../ui/outline-element';
import styles from './grid.module.css';
import { cellState, fillCell, newCell, type PaintedCell, placeCell, stateCell } from './painted-cell';
import type { RowScene } from './row-scene';

/** The elements of a row, with what they show. */
export interface PaintedRow {
  element: HTMLElement;
  left: HTMLElement;
  number: HTMLElement;
  right: HTMLElement;
  /** What is said in place of a row that could not be read; made when it is needed first, as the bars are: most rows need neither. */
  failed: HTMLElement | null;
  /** What stands in place of values while the row has not been read: of the columns between, of the left and of the right side. */
  bars: readonly HTMLElement[];
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
    /** Null before the first drawing. */
    cells: CellsShown | null;
  };
}

/** What the cells of a row are drawn from. */
interface CellsShown {
  record: DwRecord | undefined;
  drafts: RecordDraft['cells'] | undefined;
  columns: RowScene['columns'];
  words: RowScene['words'];
  /** Ends of the selection in this row; -1: none of its cells is selected. */
  left: number;
  right: number;
  active: boolean;
}

const nothing = {
  row: -1,
  top: Number.NaN,
  look: '',
  label: null,
  mark: null,
  failure: null,
  waiting: false,
  cells: null,
};

/** A row of no columns. @param withRight whether columns are pinned on its right */
export function newRow(withRight: boolean): PaintedRow {
  const element = part('row', styles.row);
  const left = part('presentation', styles.frozen);
  const number = part('rowheader', styles.number);
  const right = part('presentation', styles.frozenRight);
  number.setAttribute('aria-colindex', '1');
  number.dataset.column = '-1';
  number.append('');
  left.append(number);
  element.append(left);
  if (withRight) element.append(right);
  const cells = { left: [], right: [], center: [] };
  return { element, left, number, right, failed: null, bars: [], cells, shown: { ...nothing } };
}

/** A row with what another shows, which is none of a table: copying elements costs less than making them. */
export function rowLike({ element: of, cells }: PaintedRow): PaintedRow {
  const element = of.cloneNode(true) as HTMLElement;
  const left = element.firstChild as HTMLElement;
  const number = left.firstChild as HTMLElement;
  const withRight = cells.right.length > 0;
  const right = withRight ? (left.nextSibling as HTMLElement) : part('presentation', styles.frozenRight);
  return {
    element,
    left,
    number,
    right,
    failed: null,
    bars: [],
    cells: {
      left: cellsFrom(number.nextSibling, cells.left),
      right: cellsFrom(right.firstChild, cells.right),
      center: cellsFrom(withRight ? right.nextSibling : left.nextSibling, cells.center),
    },
    shown: { ...nothing },
  };
}

/** The copies of cells, on elements that follow each other. */
function cellsFrom(first: Node | null, cells: readonly PaintedCell[]): PaintedCell[] {
  let next = first;
  return cells.map((cell) => {
    const element = next as HTMLElement;
    next = element.nextSibling;
    return { ...cell, element };
  });
}

/** Shows a record in a row that stands for those to come: they are made with elements that their contents need. */
export function fillRow({ cells }: PaintedRow, record: DwRecord, scene: RowScene): void {
  for (const side of [cells.left, cells.center, cells.right]) {
    for (const cell of side) fillCell(cell, record, undefined, scene, null);
  }
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
    { into: left, own: cells.left, laid: columns.start },
    { into: right, own: cells.right, laid: columns.end },
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
  left.style.width = `${columns.startWidth}px`;
  right.style.width = `${columns.endWidth}px`;
  placeFailed(failed, columns);
  element.style.width = `${columns.totalWidth}px`;
}

function placeFailed(failed: HTMLElement | null, columns: RowScene['columns']): void {
  if (failed) failed.style.left = `${columns.startWidth + 10}px`;
}

/** Puts a row at its place, `top` px from where places are counted. */
export function placeRow({ element, shown }: PaintedRow, top: number): void {
  if (shown.top === top) return;
  shown.top = top;
  element.style.transform = `translateY(${top}px)`;
}

/** Draws a row as the scene has it. @param editor where the editor stands; it goes into the active cell */
export function drawRow(painted: PaintedRow, row: number, scene: RowScene, editor: HTMLElement): void {
  const { element, shown } = painted;
  const { range, active, says, failure, openRecord } = scene;
  const record = scene.recordAt(row);
  const draft = record && scene.drafts.get(record.item_id);
  const drafts = draft?.cells;
  const mark = scene.markAt(row);
  const isActive = row === active.row;
  const selected = row >= range.top && row <= range.bottom;
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
    if (waiting && painted.bars.length === 0) painted.bars = addBars(painted);
    for (const each of painted.bars) each.hidden = !waiting;
  }
  const said = record === undefined ? failure : null;
  if (shown.failure !== said) {
    shown.failure = said;
    painted.failed ??= addFailed(painted, scene);
    painted.failed.hidden = said === null;
    painted.failed.textContent = said ?? '';
  }
  const now: CellsShown = {
    record,
    drafts,
    columns: scene.columns,
    words: scene.words,
    left: selected ? range.left : -1,
    right: selected ? range.right : -1,
    active: isActive,
  };
  if (isActive || differs(shown.cells, now)) drawCells(painted, now, scene, editor);
  shown.cells = now;
  shown.row = row;
}

/** A key or an edit changes few rows: the cells of the others are not looked at one by one. */
function differs(before: CellsShown | null, now: CellsShown): boolean {
  return (
    before === null ||
    before.record !== now.record ||
    before.drafts !== now.drafts ||
    before.columns !== now.columns ||
    before.words !== now.words ||
    before.left !== now.left ||
    before.right !== now.right ||
    before.active !== now.active
  );
}

function drawCells({ cells }: PaintedRow, now: CellsShown, scene: RowScene, editor: HTMLElement): void {
  const { record, drafts, left, right } = now;
  const { active, withEditor, editing } = scene;
  for (const side of [cells.left, cells.center, cells.right]) {
    for (const cell of side) {
      const { laid } = cell;
      if (laid === null) continue;
      const { index, column } = laid;
      const own = drafts?.get(column.id);
      const inRange = index >= left && index <= right;
      const activeCell = now.active && index === active.column;
      if (activeCell && withEditor && editor.parentNode !== cell.element) cell.element.append(editor);
      fillCell(cell, record, own, scene, now.active && editor.parentNode === cell.element ? editor : null);
      stateCell(
        cell,
        (inRange ? cellState.selected : 0) |
          // The active cell of one column is told by its frame.
          (inRange && !(activeCell && left === right) ? cellState.tinted : 0) |
          (activeCell ? cellState.active : 0) |
          (activeCell && editing ? cellState.editing : 0) |
          (own ? cellState.staged : 0) |
          (activeCell && !withEditor ? cellState.focusable : 0),
      );
    }
  }
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
  if (shown.row !== row && number.lastChild) number.lastChild.nodeValue = rowText(row + 1);
}

/** Thousands apart, where there are enough of them for that to help. */
function rowText(row: number): string {
  return row < 10_000 ? String(row) : row.toLocaleString('en');
}

/** Before the cells of each part, so that they lie behind them. */
function addBars({ element, left, right }: PaintedRow): HTMLElement[] {
  return [element, left, right].map((into) => {
    const bars = document.createElement('div');
    bars.className = styles.bars ?? '';
    into.prepend(bars);
    return bars;
  });
}

function addFailed({ element }: PaintedRow, { columns }: RowScene): HTMLElement {
  const failed = document.createElement('span');
  failed.className = styles.failure ?? '';
  placeFailed(failed, columns);
  element.append(failed);
  return failed;
}
