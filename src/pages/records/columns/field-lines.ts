import { gapsOf } from '../../../grid/columns/column-label';
import { agreement, type GridColumn } from '../../../grid/columns/columns-of';
import { type Distribution, distributionOf } from '../../../grid/profile/distribution';
import type { Facts, FieldFacts } from '../../../grid/profile/field-facts';

/** One field as the list of fields shows it. */
export interface FieldLine {
  column: GridColumn;
  label: string;
  facts: FieldFacts | null;
  /** Share of the rows read without a value; null where none was read. */
  gaps: number | null;
  distinct: number | null;
  distribution: Distribution | null;
}

/** The columns with what all rows read say about them, which may be more than the grid's sample. */
export function fieldLines(
  columns: readonly GridColumn[],
  { rows, fields }: Facts,
  labelOf: (column: GridColumn) => string,
): FieldLine[] {
  return columns.map((column) => {
    const facts = fields.get(column.id) ?? null;
    const profile = facts?.profile ?? null;
    return {
      column: profile ? { ...column, profile, confidence: agreement(profile, column.kind) } : column,
      label: labelOf(column),
      facts,
      gaps: profile ? gapsOf(profile).all : rows > 0 && column.source !== 'system' ? 1 : null,
      distinct: facts ? facts.distinct.size : rows > 0 && column.source !== 'system' ? 0 : null,
      distribution: profile && distributionOf(profile, column.kind),
    };
  });
}

/** The fields whose name, id, kind or values hold a text. */
export function findFields(
  lines: readonly FieldLine[],
  text: string,
  kindName: (line: FieldLine) => string,
): FieldLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...lines];
  return lines.filter((line) => `${line.label} ${line.column.id} ${kindName(line)}`.toLowerCase().includes(wanted));
}
