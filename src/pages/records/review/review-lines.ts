import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { fieldText } from '../../../jobs/results/job-field';
import type { JobField } from '../../../storage/job-rows';

/** One line of the review: one cell of one record. */
export interface ReviewLine {
  finding: RowFinding;
  cell: CellFinding;
  field: JobField;
  /** First of its record in this order: the one that carries the record's check box. */
  first: boolean;
}

export type ReviewOrder = 'record' | 'field';

/**
 * The cells of what a dry run found as lines: by record, in the order of the input, or by field.
 * @param find only lines whose record, field or values hold this text, whatever its case
 */
export function linesOf(
  findings: readonly RowFinding[],
  fieldOf: (fieldId: string) => JobField,
  order: ReviewOrder,
  find: string,
): ReviewLine[] {
  const wanted = find.trim().toLowerCase();
  const lines = findings.flatMap((finding) =>
    finding.cells.map((cell) => ({ finding, cell, field: fieldOf(cell.field_id), first: false })),
  );
  const found = wanted === '' ? lines : lines.filter((line) => textOf(line).includes(wanted));
  if (order === 'field') {
    const places = new Map<string, number>();
    for (const { field } of found) if (!places.has(field.field_id)) places.set(field.field_id, places.size);
    found.sort((a, b) => (places.get(a.field.field_id) ?? 0) - (places.get(b.field.field_id) ?? 0));
  }
  return found.map((line, index) => ({ ...line, first: found[index - 1]?.finding !== line.finding }));
}

function textOf({ finding, cell, field }: ReviewLine): string {
  const { item_id, title } = finding.record;
  const values = [cell.before, cell.now, cell.after].map((value) => fieldText(value, field));
  return [item_id ?? '', title ?? '', finding.live?.title ?? '', field.name, field.field_id, ...values]
    .join('\n')
    .toLowerCase();
}
