import type { DwRecord } from '../contract/records';
import type { CellDraft } from '../edits/drafts';
import { classNames } from '../ui/class-names';
import visuallyHidden from '../ui/visually-hidden.module.css';
import { type CellContent, type CellLook, wholePart } from './cells/cell-content';
import cellStyles from './cells/cells.module.css';
import { contentOf, lookOfKind, misfit, standsAtEnd } from './cells/content-of';
import { nodesOf, putNodes, writeContent } from './cells/write-content';
import type { LaidColumn } from './column-layout';
import { cellValue, type GridColumn, recordColumnId } from './columns-of';
import styles from './grid.module.css';
import { isReadOnly } from './read-only';
import type { RowScene } from './row-scene';
import { surelyFits } from './text-room';

/** An element for a cell, with what it shows: only what differs is written. */
export interface PaintedCell {
  element: HTMLElement;
  /** Null while the element is not used. */
  laid: LaidColumn | null;
  column: GridColumn | null;
  record: DwRecord | undefined;
  draft: CellDraft | undefined;
  words: RowScene['words'] | null;
  readOnly: boolean;
  state: number;
  /** Of the content, where the whole cell has it. */
  look: CellLook | null;
  /**
   * What it shows may be wider than it is. Not each is clipped: a browser keeps a place of the paint for every one that is. It stays so with its column:
   * a scroll must not change the class of a cell with every text.
   */
  clipped: boolean;
}

/** States of a cell, added up. */
export const cellState = { selected: 1, tinted: 2, active: 4, staged: 8, focusable: 16, editing: 32 } as const;

export function newCell(): PaintedCell {
  const element = document.createElement('div');
  element.setAttribute('role', 'gridcell');
  element.setAttribute('aria-selected', 'false');
  element.tabIndex = -1;
  element.className = styles.cell ?? '';
  element.append('');
  return {
    element,
    laid: null,
    column: null,
    record: undefined,
    draft: undefined,
    words: null,
    readOnly: false,
    state: 0,
    look: null,
    clipped: false,
  };
}

/** Puts a cell where its column stands; null hides it. */
export function placeCell(cell: PaintedCell, laid: LaidColumn | null, editable: boolean): void {
  if (cell.laid !== laid) {
    const { element, laid: before } = cell;
    // An element that is not used must not be found by what it was.
    if (laid === null) stateCell(cell, 0);
    cell.laid = laid;
    if (laid === null || before === null) element.hidden = laid === null;
    if (laid === null) return;
    if (before?.left !== laid.left) element.style.left = `${laid.left}px`;
    if (before?.width !== laid.width) element.style.width = `${laid.width}px`;
    if (before?.index !== laid.index) {
      element.setAttribute('aria-colindex', String(laid.index + 2));
      element.dataset.column = String(laid.index);
    }
    // The class says the kind; the content is that of another column.
    const other = cell.column !== laid.column;
    const { clipped } = cell;
    cell.clipped = !other && (clipped || laid.width < (before?.width ?? Number.POSITIVE_INFINITY));
    if (other || cell.clipped !== clipped) element.className = classOf(laid.column, cell);
  }
  const readOnly = laid !== null && editable && isReadOnly(laid.column);
  if (readOnly === cell.readOnly) return;
  cell.readOnly = readOnly;
  if (readOnly) cell.element.setAttribute('aria-readonly', 'true');
  else cell.element.removeAttribute('aria-readonly');
}

/** Shows the value of a record, or of the draft that replaces it, unless it does already. @param keep the editor's place, which stays */
export function fillCell(
  cell: PaintedCell,
  record: DwRecord | undefined,
  draft: CellDraft | undefined,
  { words, says }: RowScene,
  keep: Node | null,
): void {
  const { laid } = cell;
  if (!laid) return;
  const { column } = laid;
  const known = cell.record === record && cell.draft === draft;
  if (known && cell.column === column && cell.words === words) return;
  const blank = known && record === undefined;
  cell.record = record;
  cell.draft = draft;
  cell.column = column;
  cell.words = words;
  if (blank) return;
  const { element } = cell;
  let look: CellLook | null = null;
  let content: CellContent = '';
  if (record === undefined) writeContent(element, content, keep);
  else if (column.id === recordColumnId) {
    content = record.item_id;
    writeContent(element, content, keep);
  } else {
    const context = { words, config: column.config };
    // What does not fit is shown as it was written: an option's hidden id would stand for its name.
    content = draft?.unfit
      ? misfit(draft.after, context)
      : contentOf(draft ? draft.after : cellValue(record, column.id), column.kind, context);
    if (!draft) {
      const whole = wholePart(content);
      look = whole?.look ?? null;
      writeContent(element, whole?.text ?? content, keep);
    } else {
      const before = document.createElement('del');
      const was = document.createElement('span');
      before.className = styles.before ?? '';
      was.className = visuallyHidden.hidden ?? '';
      was.textContent = `${says.was} `;
      before.append(was, ...nodesOf(contentOf(draft.before, column.kind, context)));
      putNodes(element, [...nodesOf(content), before], keep);
    }
  }
  const { clipped } = cell;
  // Beside a value that is replaced stands the new one.
  cell.clipped ||= draft !== undefined || !surelyFits(content, laid.width - aroundContent, fontSize());
  if (cell.look === look && cell.clipped === clipped) return;
  cell.look = look;
  element.className = classOf(column, cell);
}

/** Padding and border of a cell, in px. */
const aroundContent = 21;
let largest = 0;

/**
 * At least what cells are written in, in px: where somebody asks their browser for larger letters, texts of every size are as large. To be asked first when
 * nothing has changed: a browser looks at the styles of what is new.
 */
export function fontSize(): number {
  largest ||= Number.parseFloat(getComputedStyle(document.body).fontSize);
  return largest;
}

/** Shows whether a cell is selected, active, changed, and whether it can take the focus itself. @param state sum of `cellState` */
export function stateCell(cell: PaintedCell, state: number): void {
  const changed = cell.state ^ state;
  if (changed === 0 || cell.laid === null) return;
  const { element } = cell;
  cell.state = state;
  element.className = classOf(cell.laid.column, cell);
  if (changed & cellState.selected) element.setAttribute('aria-selected', String((state & cellState.selected) !== 0));
  if ((changed & cellState.focusable) === 0) return;
  const focusable = (state & cellState.focusable) !== 0;
  element.tabIndex = focusable ? 0 : -1;
  if (focusable) element.dataset.active = '';
  else delete element.dataset.active;
}

function classOf({ id, kind }: GridColumn, { state, look, clipped }: PaintedCell): string {
  const lookOfAll = lookOfKind(kind);
  return classNames(
    styles.cell,
    standsAtEnd(kind) && styles.end,
    lookOfAll && cellStyles[lookOfAll],
    look && cellStyles[look],
    id === recordColumnId && styles.record,
    clipped && styles.clipped,
    (state & cellState.tinted) !== 0 && styles.selected,
    (state & cellState.staged) !== 0 && styles.staged,
    (state & cellState.active) !== 0 && styles.active,
    (state & cellState.editing) !== 0 && styles.editing,
  );
}
