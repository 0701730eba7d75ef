import { startTransition, useEffect, useMemo, useState } from 'react';
import type { DwRecord } from '../../../contract/records';
import type { TableConfig } from '../../../contract/tables';
import { columnsOf, type GridColumn, keepColumns, recordColumnId } from '../../../grid/columns/columns-of';
import { useLasting } from '../../../ui/hooks/use-time';

/** Milliseconds after which the config's names and types are used for columns whose values are still loading: their widths are not final. */
const patienceMs = 400;
/** Records that columns are judged by: enough to see kinds and a distribution, few enough to be free. */
const sampleSize = 500;

/** The columns of a table: those of the rows read now, and those that were seen before in it and that these rows do not show. */
export function useTableColumns(
  read: readonly (readonly DwRecord[])[],
  config: TableConfig | null,
): readonly GridColumn[] {
  const pages = useDeferredPages(read);
  const sample = useMemo(() => sampleOf(pages), [pages]);
  const [late] = useLasting(pages.length === 0, patienceMs);
  const named = pages.length > 0 || late ? config : null;
  const [columns, setColumns] = useState<FoundColumns>({ key: null, named: null, kept: [] });
  // A new field is a reason to look again, rows past the sample are none.
  const { key, records } = sample;
  if (columns.key === key && columns.named === named) return columns.kept;
  const found = columnsOf(records, named);
  // System fields are last: before there are others they would only move.
  const now =
    pages.length === 0 ? found.filter(({ id, source }) => source !== 'system' || id === recordColumnId) : found;
  const kept = keepColumns(columns.kept, now);
  setColumns({ key, named, kept });
  return kept;
}

interface FoundColumns {
  key: string | null;
  named: TableConfig | null;
  kept: readonly GridColumn[];
}

/**
 * Rows are drawn under the existing columns; what they show about columns follows. The first ones are awaited, and nothing follows those: `useDeferredValue`
 * would render the page a second time for the same content.
 */
function useDeferredPages(read: readonly (readonly DwRecord[])[]): readonly (readonly DwRecord[])[] {
  const [followed, setFollowed] = useState(read);
  const first = followed.length === 0 && read.length > 0;
  if (first) setFollowed(read);
  useEffect(() => {
    startTransition(() => setFollowed(read));
  }, [read]);
  return first ? read : followed;
}

/** The first records, and those after them that show a further field; `key` changes when they do. */
function sampleOf(pages: readonly (readonly DwRecord[])[]): { key: string; records: DwRecord[] } {
  const records: DwRecord[] = [];
  const fields = new Set<string>();
  let rows = 0;
  for (const record of pages.flat()) {
    const known = fields.size;
    for (const fieldId in record.fields) fields.add(fieldId);
    if (records.length < sampleSize || fields.size > known) records.push(record);
    rows += 1;
  }
  return { key: `${Math.min(rows, sampleSize)}/${fields.size}/${records[0]?.item_id ?? ''}`, records };
}
