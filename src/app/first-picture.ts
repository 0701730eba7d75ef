import type { Client } from '../api/client';
import { queryClient } from '../api/query-client';
import { type RecordQuery, recordPageOptions } from '../api/records';
import { tableConfigOptions } from '../api/tables';
import { readColumnChoice } from '../grid/column-choice';
import { layColumns, numberWidthFor } from '../grid/column-layout';
import { withRoom } from '../grid/column-room';
import { columnWindow } from '../grid/column-window';
import { columnsAsChosen } from '../grid/columns-as-chosen';
import { columnsOf } from '../grid/columns-of';
import { leavePainter } from '../grid/first-painter';
import gridStyles from '../grid/grid.module.css';
import { gridPlaceName, readGridPlace, sizeAt } from '../grid/grid-place';
import { headerHeight, rowHeights } from '../grid/measures';
import { createRowPainter } from '../grid/row-painter';
import type { RowScene } from '../grid/row-scene';
import { readColumnsAtOnce } from '../storage/column-choices';
import { readRemembered } from '../storage/remembered';
import { readAppearance } from '../ui/appearance-choice';
import styles from './first-picture.module.css';

/** Nothing is said before the texts are there; the page fills in its words. */
const noWords = { null: '', missing: '', empty: '', yes: '', no: '', misfit: '' };
const nowhere = { row: -1, column: -1 };

/**
 * Draws the first rows of a table where the grid will be, with the painter of the grid, before the script of the page has run: the grid takes painter and rows
 * over when it is drawn. For the eye alone: those who listen get the page.
 * @returns whether there was anything to draw
 */
export function drawFirstPicture(client: Client, query: RecordQuery): boolean {
  const page = queryClient.getQueryData(recordPageOptions(client, query, 0).queryKey)?.data;
  if (!page || page.items.length === 0) return false;
  const { items, filtered, total } = page;
  const config = queryClient.getQueryData(tableConfigOptions(client, query.table_id).queryKey)?.data ?? null;
  const place = { environment: client.environment.name, table_id: query.table_id };
  const choice = readColumnChoice(readColumnsAtOnce(place));
  const gridPlace = readGridPlace(readRemembered(gridPlaceName()));
  const { left, top, bottom } = gridPlace;
  const { width, height } = sizeAt(gridPlace);
  const rowHeight = rowHeights[readAppearance().density];
  // As wide as the numbers of all rows will be, where the service tells how many there are.
  const numberWidth = numberWidthFor(filtered ?? (query.filter ? null : total) ?? items.length);
  const columns = columnsAsChosen(columnsOf(items, config), choice);
  const layout = withRoom(layColumns(columns, choice, undefined, numberWidth), width);
  const { first, end } = columnWindow(layout.center, 0, width, layout.pinnedWidth, 0);
  const scene: RowScene = {
    columns: { ...layout, center: layout.center.slice(first, end) },
    recordAt: (row) => items[row],
    markAt: () => null,
    failure: null,
    drafts: new Map(),
    editable: false,
    range: { top: -1, bottom: -1, left: -1, right: -1 },
    active: nowhere,
    withEditor: false,
    editing: false,
    openRecord: null,
    words: noWords,
    says: { notRead: '', staged: '', was: '' },
  };
  const count = Math.min(items.length, Math.ceil((height - headerHeight) / rowHeight));
  const painter = createRowPainter(gridStyles.rows);
  painter.paint(
    scene,
    Array.from({ length: count }, (_, row) => ({ row, top: row * rowHeight })),
    0,
  );

  const picture = box(styles.picture);
  const rows = box(styles.rows);
  const head = box(styles.head);
  const body = box(styles.body);
  picture.ariaHidden = 'true';
  picture.dataset.colour = client.environment.colour;
  rows.style.cssText = `left:${left - 1}px;top:${top - 1}px;right:0;bottom:${bottom}px;--row:${rowHeight}px`;
  head.style.height = `${headerHeight}px`;
  body.append(painter.element);
  rows.append(head, body);
  picture.append(box(styles.rail), rows);
  document.body.append(picture);
  leavePainter(painter, () => picture.remove());
  return true;
}

function box(className = ''): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  return element;
}
