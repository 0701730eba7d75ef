import type { RecordQuery } from '../../../api/queries/records';
import { wasRequested } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { type DwRecord, isSystemField } from '../../../contract/records';
import { type ColumnTable, columnsInOrder, gridColumnOf } from '../../../grid/columns/column-table';
import { type GridColumn, valueReader } from '../../../grid/columns/columns-of';
import { readRows } from '../../../grid/rows/read-rows';
import { type ExportColumn, headersOf } from '../../../transfer/out/export-columns';
import type { ExportPlan, ExportRows, ExportScope } from '../../../transfer/out/export-plan';
import type { Extent } from '../rows/extent';
import type { ExportChoice } from './export-choice';

/** What of a table can be exported, at the time of the request. */
export interface ExportAbout {
  client: Client;
  query: RecordQuery;
  tableName: string;
  /** Every column, in order, hidden ones too. */
  columns: readonly GridColumn[];
  shown: readonly Id[];
  extent: Extent;
  loaded: readonly DwRecord[];
  /** Rows of the selection: those read, and how many there are in it. */
  selected: readonly DwRecord[];
  selectedRows: number;
  /** There are unsent changes, which are in no file. */
  staged: boolean;
}

/** What the page shows at this moment. */
export interface ExportablePage extends Pick<ExportAbout, 'client' | 'query' | 'tableName' | 'extent' | 'staged'> {
  table: ColumnTable;
  rows: number;
  recordAt(row: number): DwRecord | undefined;
  selection: { top: number; bottom: number } | null;
}

/** What the page shows, as something to take out: the columns that show in the order seen, then the hidden ones. */
export function exportableOf({ table, rows, recordAt, selection, ...rest }: ExportablePage): ExportAbout {
  const { exactly, atLeast } = rest.extent;
  const bottom = selection ? Math.min(selection.bottom, (exactly ?? atLeast) - 1) : -1;
  const columns = columnsInOrder(table);
  const shown = columns.filter((column) => column.getIsVisible());
  const hidden = columns.filter((column) => !column.getIsVisible());
  const read = (top: number, bottom: number) => [...readRows(top, bottom, recordAt)].map(({ record }) => record);
  return {
    ...rest,
    columns: [...shown, ...hidden].map(gridColumnOf),
    shown: shown.map(({ id }) => id),
    loaded: read(0, rows - 1),
    selected: selection ? read(selection.top, bottom) : [],
    selectedRows: selection ? Math.max(0, bottom - selection.top + 1) : 0,
  };
}

/**
 * The plan of a file, from what there is and what was chosen.
 * @param nameOf what the page calls a column: the file has the heads of the grid
 */
export function exportPlan(
  about: ExportAbout,
  choice: ExportChoice,
  nameOf: (column: GridColumn) => string,
): ExportPlan {
  const { client, query, tableName, columns } = about;
  const named = columns.map((column) => ({ id: column.id, name: nameOf(column) }));
  const isChosen = (index: number): boolean => choice.columns.has(columns[index]?.id ?? '');
  return {
    client,
    query,
    tableName,
    rows: rowsOf(about, choice.scope),
    columns: columns.filter((_column, index) => isChosen(index)).map(exportColumn),
    format: choice.format,
    headers: headersOf(named, choice.headers).filter((_header, index) => isChosen(index)),
    references: choice.references,
    target: choice.target,
    mark: choice.mark && choice.target === 'spreadsheets',
    byRecordId: choice.byRecordId,
  };
}

/** Records of a plan that were read without a column of it, because that was hidden (4.1): it would look as if they had no value. */
export function lackingOf({ rows, columns }: ExportPlan): number {
  if (rows.scope === 'matching') return 0;
  const fields = columns.map(({ id }) => id).filter((id) => !isSystemField(id));
  return rows.records.filter((record) => !wasRequested(record, fields)).length;
}

function rowsOf({ loaded, selected, extent }: ExportAbout, scope: ExportScope): ExportRows {
  if (scope === 'matching') return { scope, count: extent.exactly };
  return { scope, records: once(scope === 'loaded' ? loaded : selected) };
}

function exportColumn({ id, name, kind, config }: GridColumn): ExportColumn {
  return { id, name, kind, config, valueOf: valueReader(id) };
}

/** A table that changes while it is read can show a record on two rows. */
function once(records: readonly DwRecord[]): DwRecord[] {
  const seen = new Set<Id>();
  return records.filter(({ item_id }) => {
    const fresh = !seen.has(item_id);
    seen.add(item_id);
    return fresh;
  });
}
