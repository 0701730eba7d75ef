import { type DwRecord, eachOnce, isSystemField } from '../../../contract/records';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import type { LoadedPage } from '../rows/use-record-pages';
import { type Figure, type Measure, measure } from './measures';

/** The records of pages that were loaded with a field, each once. */
export function recordsWith(pages: Iterable<LoadedPage>, field: string): DwRecord[] {
  const holding = [...pages].filter(({ asked }) => asked === null || asked.has(field) || isSystemField(field));
  return eachOnce(holding.flatMap(({ items }) => items));
}

/** A figure of one column over the records that are loaded, and how many these are. */
export function summaryOf(
  pages: Iterable<LoadedPage>,
  { id, kind }: GridColumn,
  by: Measure,
): { figure: Figure; rows: number } {
  const records = recordsWith(pages, id);
  const values = records.map((record) => cellValue(record, id));
  return { figure: measure(values, kind, by), rows: records.length };
}
