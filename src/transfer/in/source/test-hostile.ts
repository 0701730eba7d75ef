import { expect } from 'vitest';
import { ImportSession } from '../worker/import-session';
import { FileLimitError } from './file-limits';
import { hostileWorkbook, type PackedPart, sheetEnd, sheetStart } from './xlsx/test-packed';

// The same work takes up to twice the processor time where other tests share the cores and their caches.
export const patienceMs = process.env.CI ? 4000 : 2000;

/** Milliseconds of processor time: other programs share the machine. */
export function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What is reported of a file, and the longest time in which nothing was. */
export async function opened(file: Blob) {
  let told = spent();
  let silence = 0;
  const tell = (): void => {
    const now = spent();
    silence = Math.max(silence, now - told);
    told = now;
  };
  const options = { signal: new AbortController().signal, onProgress: tell };
  const outcome = await new ImportSession().open({ file, choice: {} }, options).catch((error: unknown) => error);
  tell();
  return { outcome, silence };
}

/** The limit by which a file is refused, without two seconds of silence before. */
export async function refused(file: Blob): Promise<FileLimitError> {
  const { outcome, silence } = await opened(file);
  expect(outcome).toBeInstanceOf(FileLimitError);
  expect(silence).toBeLessThan(patienceMs);
  return outcome as FileLimitError;
}

/** A workbook whose sheet has these runs below its header. */
export const sheet = (...runs: PackedPart['runs']): Blob =>
  hostileWorkbook({ sheet: { runs: [sheetStart, ...runs, sheetEnd] } });
