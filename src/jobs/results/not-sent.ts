import { brokenLines, type RowReason } from '../../storage/job-rows';

/** Why the check, or the look right before sending, keeps rows back, by what a person would do about it, in the order in which it is told; text keys below `notSent`. */
export const notSentWhys = [
  'line',
  'id',
  'misfit',
  'several',
  'double',
  'key',
  'near',
  'left',
  'create',
  'kind',
  'unread',
  'conflict',
  'appeared',
  'lost',
  'nothing',
] as const;
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
  ['double-before', 'double'],
  ['key-missing', 'key'],
  ['key-empty', 'key'],
  ['near-undecided', 'near'],
  ['left-out', 'left'],
  ['not-to-create', 'create'],
  ['kind-not-allowed', 'kind'],
  ['not-checked', 'unread'],
  ['changed-meanwhile', 'conflict'],
  ['changed-since-check', 'conflict'],
  ['exists-now', 'appeared'],
  ['key-lost', 'lost'],
]);

/** Why a row was kept back. */
export function whyNotSent(reason: RowReason | null): NotSentWhy {
  return whys.get(reason) ?? 'nothing';
}

/**
 * Whether only an import can have the row sent: what is wrong is its line in the file, or the record id that it names; or the person left it out,
 * wanted no record to be created, or did not say whether it means one that is nearly it.
 */
export function onlyByFile(why: NotSentWhy): why is 'line' | 'id' | 'near' | 'left' | 'create' {
  return ['line', 'id', 'near', 'left', 'create'].includes(why);
}

const open: readonly NotSentWhy[] = ['near', 'left', 'create', 'kind', 'unread', 'conflict', 'appeared', 'lost'];

/** Whether nothing is wrong with the row: it could have been sent, had the person said so. */
export function isLeftOut(why: NotSentWhy): boolean {
  return open.includes(why);
}
