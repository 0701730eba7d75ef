import { isDate, isNumber, isReference, isSwitch } from '../../../contract/field-kinds';
import { type DwRecord, eachOnce, isSystemField } from '../../../contract/records';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import type { Cell } from '../../../insight/engine/answer';
import type { MeasureKind } from '../../../insight/questions/measure';
import { measureValues } from '../../../insight/questions/summary';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import type { LoadedPage } from '../rows/use-record-pages';

/** A column as insight measures it. */
export function measuredColumn({ id, name, kind, config, profile }: GridColumn): SnapshotColumn {
  const type = isNumber(kind) ? 'decimal' : isDate(kind) ? 'time' : isSwitch(kind) ? 'boolean' : 'text';
  return {
    id,
    label: name ?? id,
    kind,
    type,
    isList: isReference(kind) && (config?.config.is_multi ?? profile?.isMulti ?? true),
  };
}

/** The records of pages that were loaded with a field, each once. */
export function recordsWith(pages: Iterable<LoadedPage>, field: string): DwRecord[] {
  const holding = [...pages].filter(({ asked }) => asked === null || asked.has(field) || isSystemField(field));
  return eachOnce(holding.flatMap(({ items }) => items));
}

/** A figure of one column over the records that are loaded, and how many these are. */
export function summaryOf(
  pages: Iterable<LoadedPage>,
  column: GridColumn,
  kind: MeasureKind,
): { value: Cell; rows: number } {
  const records = recordsWith(pages, column.id);
  const values = records.map((record) => cellValue(record, column.id));
  return { value: measureValues(values, measuredColumn(column), kind), rows: records.length };
}
