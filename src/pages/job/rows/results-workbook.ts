import type { FieldKind } from '../../../contract/field-kinds';
import type { Json, JsonObject } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { configOf } from '../../../jobs/results/job-field';
import type { JobLine } from '../../../jobs/results/job-lines';
import { duplicateOf, type ResultWords, resultColumns } from '../../../jobs/results/results';
import type { JobField } from '../../../storage/job-rows';
import type { ExportColumn } from '../../../transfer/out/export-columns';
import type { RowWriter, Write } from '../../../transfer/out/text-writers';
import { xlsxWriter } from '../../../transfer/out/xlsx-writer';

/**
 * The results of a job as a workbook, with the same columns as its CSV: what is known of a row, then the fields that were written. It is written call
 * by call.
 * @param headers as `resultHeaders` gives them
 */
export function resultsWorkbook(
  fields: readonly JobField[],
  headers: readonly string[],
  words: ResultWords,
  write: Write,
) {
  const columns = [
    ...resultColumns.map((id) => columnOf(id, id === 'line' || id === 'code' ? 'number' : 'text', [])),
    ...fields.map(({ field_id, kind, options }) => columnOf(field_id, kind, options)),
  ];
  const writer: RowWriter = xlsxWriter({ columns, headers, references: 'names', write });
  return {
    begin: () => writer.begin(),
    add: (lines: readonly JobLine[]) => writer.add(lines.map((line) => rowOf(line, words))),
    end: () => writer.end(),
  };
}

function columnOf(id: string, kind: FieldKind, options: JobField['options']): ExportColumn {
  return {
    id,
    name: null,
    kind,
    config: configOf({ field_id: id, name: '', options }),
    valueOf: ({ fields }: DwRecord): Json | undefined => (Object.hasOwn(fields, id) ? fields[id] : undefined),
  };
}

/** A line in the writer's form; a written field named like a fixed column would be lost, and no field ID is. */
function rowOf(line: JobLine, words: ResultWords): DwRecord {
  const { item_id, title, result, trace_id, sent } = line;
  const fields: JsonObject = {
    ...sent,
    line: line.line,
    item_id,
    title,
    outcome: words.outcome(line),
    reason: words.reason(line),
    change: words.change(line),
    code: result.code ?? null,
    trace_id,
    raw_line: result.raw ?? null,
    duplicate_of: duplicateOf(result),
  };
  return { item_id: '', title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}
