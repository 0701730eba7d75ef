import { startTransition, useEffect, useMemo, useState } from 'react';
import type { DwRecord } from '../../../contract/records';
import type { TableConfig } from '../../../contract/table-config';
import { columnsOf, type GridColumn, keepColumns, recordColumnId } from '../../../grid/columns/columns-of';

/** Records that columns are judged by: enough to see kinds and a distribution, few enough to be free. */
const sampleSize = 500;

/** The columns of a table: those of the rows read now, and those that were seen before in it and that these rows do not show. */
export function useTableColumns(
  read: readonly (readonly DwRecord[])[],
  config: TableConfig | null,
): readonly GridColumn[] {
  const pages = useFollowing(read);
  const known = useFieldCount(pages);
  const named = useNamedBefore(pages.length > 0) ? config : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new field is a reason, rows past the sample are none
  const now = useMemo(() => {
    const found = columnsOf(sampleOf(pages), named);
    // System fields stand last: before there are others they would only move.
    return known === nothingKnown
      ? found.filter(({ id, source }) => source !== 'system' || id === recordColumnId)
      : found;
  }, [known, named]);
  const [columns, setColumns] = useState<{ now: readonly GridColumn[]; kept: readonly GridColumn[] }>({
    now: [],
    kept: [],
  });
  if (columns.now !== now) {
    const next = { now, kept: keepColumns(columns.kept, now) };
    setColumns(next);
    return next.kept;
  }
  return columns.kept;
}

/** Milliseconds after which the names and kinds of the config stand for columns whose values are still on their way: their widths are not the last ones. */
const patienceMs = 400;

/** Whether the config is to be shown: with the values, or without them when those take long. */
function useNamedBefore(read: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (read) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [read]);
  return read || late;
}

/**
 * Rows are drawn under the columns that are there; what they say about columns follows them. The first ones are waited for, and nothing follows those:
 * `useDeferredValue` would draw the page a second time for what it shows already.
 */
function useFollowing(read: readonly (readonly DwRecord[])[]): readonly (readonly DwRecord[])[] {
  const [followed, setFollowed] = useState(read);
  const first = followed.length === 0 && read.length > 0;
  if (first) setFollowed(read);
  useEffect(() => {
    startTransition(() => setFollowed(read));
  }, [read]);
  return first ? read : followed;
}

function sampleOf(pages: readonly (readonly DwRecord[])[]): DwRecord[] {
  const sample: DwRecord[] = [];
  const fields = new Set<string>();
  for (const records of pages) {
    for (const record of records) {
      const full = sample.length >= sampleSize;
      let fresh = false;
      for (const fieldId in record.fields) {
        if (fields.has(fieldId)) continue;
        fields.add(fieldId);
        fresh = true;
      }
      if (!full || fresh) sample.push(record);
    }
  }
  return sample;
}

const nothingKnown = '';

/** Changes when the sample would: with each of the first pages, and with a field that no row had before. */
function useFieldCount(pages: readonly (readonly DwRecord[])[]): string {
  return useMemo(() => {
    if (pages.length === 0) return nothingKnown;
    const fields = new Set<string>();
    let rows = 0;
    for (const records of pages) {
      rows += records.length;
      for (const { fields: own } of records) for (const fieldId in own) fields.add(fieldId);
    }
    const first = pages[0]?.[0]?.item_id ?? '';
    return `${Math.min(rows, sampleSize)}/${fields.size}/${first}`;
  }, [pages]);
}
