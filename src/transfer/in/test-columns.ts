import type { MappedColumn } from './mapping/mapping';
import type { RowBlock, SourceCell } from './source/rows';

/** For tests: a column of a file mapped to a field, the first one to field 22 by default. */
export const column = (kind: MappedColumn['kind'], more: Partial<MappedColumn> = {}): MappedColumn => ({
  column: 0,
  field_id: '22',
  kind,
  config: null,
  blank: 'keep',
  ...more,
});

/** For tests: rows of a file from its second line on. */
export const block = (rows: SourceCell[][]): RowBlock => ({
  rows,
  lines: rows.map((_row, index) => index + 2),
  broken: new Map(),
  problems: [],
});
