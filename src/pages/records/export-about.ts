import type { Client } from '../../api/client';
import type { RecordQuery } from '../../api/records';
import type { Id } from '../../contract/ids';
import type { DwRecord } from '../../contract/records';
import { cellValue, type GridColumn } from '../../grid/columns-of';
import type { Extent } from '../../grid/extent';
import type { ExportColumn } from '../../transfer/out/export-columns';
import type { ExportPlan, ExportRows, ExportScope } from '../../transfer/out/export-plan';
import type { ExportChoice } from './export-choice';

/** What there is to take out of a table, as it stood when somebody asked. */
export interface ExportAbout {
  client: Client;
  query: RecordQuery;
  tableName: string;
  /** Every column, in order, hidden ones too. */
  columns: readonly GridColumn[];
  shown: readonly Id[];
  extent: Extent;
  /** Rows that were read, in order. */
  loaded: readonly DwRecord[];
  /** Rows of the selection: those read, and how many there are in it. */
  selected: readonly DwRecord[];
  selectedRows: number;
  /** There are unsent changes, which are in no file. */
  staged: boolean;
}

/** The plan of a file, from what there is and what was chosen. */
export function exportPlan(about: ExportAbout, choice: ExportChoice): ExportPlan {
  const { client, query, tableName, columns } = about;
  return {
    client,
    query,
    tableName,
    rows: rowsOf(about, choice.scope),
    columns: columns.filter(({ id }) => choice.columns.has(id)).map(exportColumn),
    format: choice.format,
    headers: choice.headers,
    references: choice.references,
    mark: choice.mark,
    byRecordId: choice.byRecordId,
  };
}

function rowsOf({ loaded, selected, extent }: ExportAbout, scope: ExportScope): ExportRows {
  if (scope === 'matching') return { scope, count: extent.exactly };
  return { scope, records: once(scope === 'loaded' ? loaded : selected) };
}

function exportColumn({ id, name, kind, config }: GridColumn): ExportColumn {
  return { id, name, kind, config, valueOf: (record) => cellValue(record, id) };
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
