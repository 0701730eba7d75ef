import { formatJson, type Json, type JsonObject } from '../contract/json';
import { cellText } from '../edits/cell-text';
import { csvLine } from '../edits/csv';
import type { JobField } from '../storage/job-rows';
import type { JobLine } from './job-lines';

/** Words for a results file; the caller says them in the person's language. */
export interface ResultWords {
  outcome(line: JobLine): string;
  reason(line: JobLine): string;
}

const fixedColumns = ['line', 'item_id', 'title', 'outcome', 'reason', 'code', 'trace_id'] as const;

/** First line of a results file: what is known of a row, then the fields that were written, by field id. */
export function csvHeader(fields: readonly JobField[]): string {
  return csvLine([...fixedColumns, ...fields.map(({ field_id }) => field_id)]);
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
    result.code === undefined ? '' : String(result.code),
    line.trace_id ?? '',
    ...fields.map(({ field_id, kind, options }) =>
      sentText(line.sent, field_id, (value) =>
        cellText(value, kind, { field_id, name: '', field_type: '', required: false, config: { options } }),
      ),
    ),
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
  if (result.now) row.now = result.now;
  return formatJson(row);
}

function sentText(sent: JsonObject, field_id: string, text: (value: Json | undefined) => string): string {
  return Object.hasOwn(sent, field_id) ? text(sent[field_id]) : '';
}
