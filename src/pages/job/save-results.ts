import { linesOfJob } from '../../jobs/job-lines';
import { csvHeader, csvRow, jsonRow, type ResultWords } from '../../jobs/results';
import type { CallSummary } from '../../jobs/use-jobs';
import type { JobRow, Outcome } from '../../storage/job-rows';

/** Excel takes a file for UTF-8 only with this in front. */
const byteOrderMark = '\ufeff';

/** Gives rows of a job to the browser as a file, written call by call. */
export async function saveResults(
  kind: 'csv' | 'json',
  job: JobRow,
  calls: readonly CallSummary[],
  wanted: ReadonlySet<Outcome>,
  words: ResultWords,
): Promise<void> {
  const parts: Blob[] = [];
  const add = (text: string): void => {
    parts.push(new Blob([text]));
  };
  add(kind === 'csv' ? byteOrderMark + csvHeader(job.fields) : '[');
  let any = false;
  for await (const lines of linesOfJob(job.id, calls, wanted)) {
    if (kind === 'csv') add(lines.map((line) => csvRow(line, job.fields, words)).join(''));
    else add(lines.map((line, index) => `${any || index > 0 ? ',' : ''}\n${jsonRow(line)}`).join(''));
    any = true;
  }
  if (kind === 'json') add('\n]\n');
  const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  const which = wanted.size === 0 ? 'all' : [...wanted].join('-');
  link.download = `${job.table_name || job.table_id}-${job.id}-${which}.${kind}`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
