/** The rows of a job as a file, by the writers of the export. */

import type { FieldKind } from '../../contract/field-kinds';
import type { Json, JsonObject } from '../../contract/json';
import type { JobLine } from '../../jobs/results/job-lines';
import { configOf, type fieldWith } from '../../jobs/table/job-field';
import { whyNotSent } from '../../jobs/table/row-reasons';
import { type ExportColumn, headersOf, withoutLinks } from './export-columns';
import { type FileForm, mediaTypes, writerOf } from './export-plan';
import { blobSink } from './sinks';

export const resultFormats = ['csv', 'xlsx', 'json'] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** Texts for a results file; the caller provides them in the person's language. */
export interface ResultWords {
  outcome(line: JobLine): string;
  reason(line: JobLine): string;
  /** Each field that changes, old and new. */
  change(line: JobLine): string;
}

/** A field that a job wrote, as the job knows it. */
export type ResultField = NonNullable<ReturnType<typeof fieldWith>>;

interface ResultOptions {
  format: ResultFormat;
  fields: readonly ResultField[];
  words: ResultWords;
  /** The records were deleted: their values are those that were kept. */
  deletes?: boolean;
}

/** Of a row skipped as a duplicate: the line of the row that counts; null for any other. */
function duplicateOf({ reason, twin }: JobLine['result']): string | null {
  return whyNotSent(reason) === 'duplicate' ? (twin ?? 'unknown') : null;
}

/**
 * The columns of a results file, by which it can be imported again: what is known of a row, then the values as they were sent. A sheet has words, and a
 * column for each written field; JSON has names and exact values, those of a row under `fields` as in a record (2.4).
 */
export function resultColumns({ format, fields, words, deletes = false }: ResultOptions): ExportColumn<JobLine>[] {
  const isJson = format === 'json';
  const column = (
    id: string,
    of: (line: JobLine) => Json | undefined,
    kind: FieldKind = 'text',
  ): ExportColumn<JobLine> => ({ id, name: null, kind, config: null, isExact: true, valueOf: of });
  const known = (values: JsonObject | null | undefined): JsonObject | null | undefined =>
    values && linkless(values, fields);
  return [
    column('line', ({ line }) => line, 'number'),
    column('item_id', ({ item_id }) => item_id),
    column('title', ({ title }) => title),
    column('outcome', (line) => (isJson ? line.result.outcome : words.outcome(line))),
    column('reason', (line) => (isJson ? line.result.reason : words.reason(line))),
    ...(isJson ? [column('proof', ({ result }) => result.proof ?? null)] : [column('change', words.change)]),
    column('code', ({ result }) => result.code ?? null, 'number'),
    ...(isJson ? [column('message', ({ result }) => result.message ?? null)] : []),
    column('trace_id', ({ trace_id }) => trace_id),
    column('raw_line', ({ result }) => result.raw),
    column('duplicate_of', ({ result }) => duplicateOf(result)),
    ...(isJson
      ? [
          column('fields', ({ sent }) => sent, 'json'),
          column('before', ({ before }) => known(before), 'json'),
          column('now', ({ result }) => known(result.now), 'json'),
        ]
      : fields.map((field): ExportColumn<JobLine> => {
          const { field_id: id, name, kind } = field;
          return {
            id,
            name,
            kind,
            config: configOf(field),
            valueOf: ({ sent, before }) => {
              const values = deletes ? (known(before) ?? {}) : sent;
              return Object.hasOwn(values, id) ? values[id] : undefined;
            },
          };
        })),
  ];
}

/** Values that were read, without links that expire. */
function linkless(values: JsonObject, fields: readonly ResultField[]): JsonObject {
  const kinds = new Map(fields.map(({ field_id, kind }) => [field_id, kind]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) => {
      const held = withoutLinks(value, kinds.get(id) ?? 'json');
      return held === undefined ? [] : [[id, held]];
    }),
  );
}

interface SaveOptions extends ResultOptions {
  signal: AbortSignal;
  /** @param rows that are written so far */
  onProgress(rows: number): void;
}

/**
 * Writes rows of a job as a file.
 * @returns it, and how many cells the format could not hold whole
 * @throws the signal's reason when it is stopped; what reading or writing throws
 */
export async function resultFile(
  lines: AsyncIterable<readonly JobLine[]>,
  { signal, onProgress, ...options }: SaveOptions,
): Promise<{ file: Blob; cut: number }> {
  const columns = resultColumns(options);
  const { format } = options;
  // Fields are named as in an export, so that they are found on import.
  const headers = headersOf(columns, 'names');
  const form: FileForm<JobLine> = { columns, headers, format, references: 'names', target: 'spreadsheets', mark: true };
  const sink = blobSink(mediaTypes[format]);
  const writer = writerOf(form, (line) => columns.map((column) => column.valueOf(line)), sink.write);
  let rows = 0;
  await writer.begin();
  for await (const some of lines) {
    signal.throwIfAborted();
    await writer.add(some);
    rows += some.length;
    onProgress(rows);
  }
  await writer.end();
  return { file: (await sink.close()) as Blob, cut: writer.cut() };
}
