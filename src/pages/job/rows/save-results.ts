import { csvLine } from '../../../edits/csv-writer';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { type JobLine, linesInOrder } from '../../../jobs/results/job-lines';
import { csvRow, jsonRow, type ResultWords, resultColumns } from '../../../jobs/results/results';
import type { JobField, JobRow } from '../../../storage/job-rows';
import type { Outcome } from '../../../storage/outcomes';
import { headersOf } from '../../../transfer/out/export-columns';
import { exportFileName } from '../../../transfer/out/export-plan';
import { saveFile } from '../../../transfer/out/sinks';

/** Kinds of files that results are given as. */
const resultKinds = ['csv', 'xlsx', 'json'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** Excel takes a file for UTF-8 only with this in front. */
const byteOrderMark = '\ufeff';

const types: Record<ResultKind, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
};

/** Writes lines, portion by portion. */
interface LinesWriter {
  begin(): Promise<void>;
  add(lines: readonly JobLine[]): Promise<void>;
  end(): Promise<void>;
}

/** Gives rows of a job to the browser as a file, in the order of the file that they came from. */
export async function saveResults(
  kind: ResultKind,
  job: JobRow,
  calls: readonly CallSummary[],
  wanted: ReadonlySet<Outcome>,
  words: ResultWords,
  /** What the file holds, in the language of the page. */
  title: string,
): Promise<void> {
  const parts: Blob[] = [];
  const write = async (part: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    parts.push(new Blob([part]));
  };
  const writer = await writerOf(kind, job, words, write);
  await writer.begin();
  for await (const lines of linesInOrder(job.id, calls, wanted)) await writer.add(lines);
  await writer.end();
  const name = `${job.table_name || job.table_id} ${title}`;
  saveFile(new Blob(parts, { type: types[kind] }), exportFileName(name, job.table_id, kind, new Date(job.created_at)));
}

async function writerOf(
  kind: ResultKind,
  { fields }: JobRow,
  words: ResultWords,
  write: (part: string | Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<LinesWriter> {
  const headers = resultHeaders(fields);
  if (kind === 'xlsx') return (await import('./results-workbook')).resultsWorkbook(fields, headers, words, write);
  if (kind === 'csv') {
    return {
      begin: () => write(byteOrderMark + csvLine(headers)),
      add: (lines) => write(lines.map((line) => csvRow(line, fields, words)).join('')),
      end: async () => {},
    };
  }
  let any = false;
  return {
    begin: () => write('['),
    add(lines) {
      const text = lines.map((line, index) => `${any || index > 0 ? ',' : ''}\n${jsonRow(line)}`).join('');
      any ||= lines.length > 0;
      return write(text);
    },
    end: () => write('\n]\n'),
  };
}

/** The headers of a results file: fixed columns, then the written fields, by name as in an export, so that they are found on import. */
export function resultHeaders(fields: readonly JobField[]): string[] {
  const told = resultColumns.map((id) => ({ id, name: null }));
  return headersOf([...told, ...fields.map(({ field_id, name }) => ({ id: field_id, name }))], 'names');
}
