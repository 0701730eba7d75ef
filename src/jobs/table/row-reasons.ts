import { brokenLines, type RowReason, type RowResult, type WriteType } from '../../storage/job-rows';
import { type Outcome, outcomeEntries } from '../../storage/outcomes';

type Underscored<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : Name;

/** The text key of an outcome, a reason, a state: keys of texts hold no hyphen. */
export function textKey<Name extends string>(name: Name): Underscored<Name> {
  return name.replaceAll('-', '_') as Underscored<Name>;
}

/** The text key of what an outcome is called in a job: what a delete has verified is deleted. */
export function outcomeKey(outcome: Outcome, { update_type }: { update_type?: WriteType }) {
  return update_type === 'delete' && outcome === 'verified' ? 'deleted' : (`outcome.${textKey(outcome)}` as const);
}

/** The tone of a row: a skipped one is no error. */
export function rowTone({ outcome, reason }: Pick<RowResult, 'outcome' | 'reason'>) {
  return outcomeEntries[outcome === 'invalid' && isLeftOut(whyNotSent(reason)) ? 'not-sent' : outcome].tone;
}

/** Reasons that only sending can give; the others are worded below `reasons` of the review's texts, and some of those name the row's `line` in its file. */
const reasonsOfSending = [
  'not-seen',
  'no-answer',
  'cannot-read',
  'not-shown',
  'deleted',
  'in-part',
  'call-refused',
  'turned-away',
  'event',
  'reported-written',
  'reported-not-written',
  'created-instead',
  'updated-instead',
] as const satisfies RowReason[];
type ReasonOfCheck = Exclude<RowReason, (typeof reasonsOfSending)[number]>;

/** The text key of why a row is not sent; undefined for a reason that only sending can give. */
export function rowReasonKey(reason: RowReason | null): Underscored<ReasonOfCheck> | undefined {
  const isOfSending = (reasonsOfSending as readonly (RowReason | null)[]).includes(reason);
  return reason === null || isOfSending ? undefined : textKey(reason as ReasonOfCheck);
}

/** Why the check, or the check right before sending, skips rows, grouped by what the user can do, in display order; text keys below `notSent`. */
export const notSentWhys = [
  'line',
  'id',
  'misfit',
  'size',
  'several',
  'duplicate',
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
  ['too-large', 'size'],
  ['several-match', 'several'],
  ['same-key-twice', 'duplicate'],
  ['same-record-twice', 'duplicate'],
  ['double-before', 'duplicate'],
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

/** Why a row was skipped. */
export function whyNotSent(reason: RowReason | null): NotSentWhy {
  return whys.get(reason) ?? 'nothing';
}

/**
 * Whether only an import can send the row: the problem is its line in the file, or its record ID; or it was skipped, was not to create a record, or is
 * undecided about a similar one.
 */
export function onlyByFile(why: NotSentWhy): why is 'line' | 'id' | 'near' | 'left' | 'create' {
  return ['line', 'id', 'near', 'left', 'create'].includes(why);
}

/** Whether the user chose that the row is not sent. */
export function isByChoice(why: NotSentWhy): boolean {
  return why === 'left' || why === 'create';
}

const open: readonly NotSentWhy[] = ['near', 'left', 'create', 'kind', 'unread', 'conflict', 'appeared', 'lost'];

/** Whether the row has no problem: it could have been sent by choice. */
export function isLeftOut(why: NotSentWhy): boolean {
  return open.includes(why);
}
