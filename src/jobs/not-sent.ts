import { brokenLines, type RowReason } from '../storage/job-rows';

/** Why the check keeps rows back, by what a person would do about it, in the order in which it is told; text keys below `notSent`. */
export const notSentWhys = ['line', 'id', 'misfit', 'several', 'double', 'key', 'nothing'] as const;
export type NotSentWhy = (typeof notSentWhys)[number];

const whys = new Map<RowReason | null, NotSentWhy>([
  ['broken-line', 'line'],
  ...brokenLines.map((reason) => [reason, 'line'] as const),
  ['gone', 'id'],
  ['not-an-id', 'id'],
  ['id-missing', 'id'],
  ['does-not-fit', 'misfit'],
  ['several-match', 'several'],
  ['same-key-twice', 'double'],
  ['same-record-twice', 'double'],
  ['key-missing', 'key'],
  ['key-empty', 'key'],
]);

/** Why a row was kept back. */
export function whyNotSent(reason: RowReason | null): NotSentWhy {
  return whys.get(reason) ?? 'nothing';
}

/** Whether what is wrong is in the file alone: its line, or the record id that it names. No change in the table puts that right. */
export function onlyInFile(why: NotSentWhy): why is 'line' | 'id' {
  return why === 'line' || why === 'id';
}
