import type { JobLine } from '../../jobs/results/job-lines';
import { type ResultField, type ResultFormat, type ResultWords, resultFile } from './result-file';

/** Lines as a job gives them, one at a time. */
export async function* oneByOne(lines: readonly JobLine[]): AsyncGenerator<JobLine[]> {
  for (const line of lines) yield [line];
}

/** A results file of some lines. */
export async function resultBlob(
  format: ResultFormat,
  lines: readonly JobLine[],
  fields: readonly ResultField[],
  words: ResultWords,
): Promise<Blob> {
  const { signal } = new AbortController();
  return (await resultFile(oneByOne(lines), { format, fields, words, signal, onProgress: () => {} })).file;
}

/** The text of a results file. */
export async function resultText(...about: Parameters<typeof resultBlob>): Promise<string> {
  return (await resultBlob(...about)).text();
}
