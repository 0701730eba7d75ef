/** The outcome of a job's rows, for display and files: outcomes, lines with their texts, and here the columns of the files. */

import { formatJson, type JsonObject } from '../../contract/json';
import { csvLine } from '../../edits/csv-writer';
import type { JobField, RowResult } from '../../storage/job-rows';
import { fieldText } from './job-field';
import type { JobLine } from './job-lines';
import { whyNotSent } from './row-reasons';

/** Texts for a results file; the caller provides them in the person's language. */
export interface ResultWords {
  outcome(line: JobLine): string;
  reason(line: JobLine): string;
  /** Each field that changes, old and new. */
  change(line: JobLine): string;
}

/** Columns of each row before its written fields. */
export const resultColumns = [
  'line',
  'item_id',
  'title',
  'outcome',
  'reason',
  'change',
  'code',
  'trace_id',
  'raw_line',
  'duplicate_of',
] as const;

/** By these columns a file is known as one of results, whose duplicates stay out when it is imported. */
export const resultMarks = ['line', 'outcome', 'trace_id', 'duplicate_of'] as const;

/** Of a row skipped as a duplicate: the line of the row that counts; null for any other. */
export function duplicateOf({ reason, twin }: RowResult): string | null {
  return whyNotSent(reason) === 'duplicate' ? (twin ?? 'unknown') : null;
}

/** One row of a results file, with the values as they were sent; it can be loaded again. */
export function csvRow(line: JobLine, fields: readonly JobField[], words: ResultWords): string {
  const { result } = line;
  return csvLine([
    String(line.line),
    line.item_id ?? '',
    line.title ?? '',
    words.outcome(line),
    words.reason(line),
    words.change(line),
    result.code === undefined ? '' : String(result.code),
    line.trace_id ?? '',
    result.raw ?? '',
    duplicateOf(result) ?? '',
    ...fields.map((field) => fieldText(line.sent[field.field_id], field)),
  ]);
}

/** One row as JSON, values exact and as they were sent: under `fields`, as in a record (2.4), so that it can be loaded again. */
export function jsonRow(line: JobLine): string {
  const { line: number, item_id, title, sent, before, result, trace_id } = line;
  const row: JsonObject = {
    line: number,
    item_id,
    title,
    outcome: result.outcome,
    reason: result.reason,
    proof: result.proof ?? null,
    code: result.code ?? null,
    message: result.message ?? null,
    trace_id,
    fields: sent,
    before,
  };
  row.duplicate_of = duplicateOf(result);
  if (result.raw !== undefined) row.raw_line = result.raw;
  if (result.now) row.now = result.now;
  return formatJson(row);
}
