import type { JobHold, Outcome, RowReason, RowResult } from '../../storage/job-rows';
import type { RowState } from '../check/dry-run';
import type { Phase } from '../ledger/counts';
import { isLeftOut, whyNotSent } from './not-sent';

/** Text key of an outcome, below `outcome` and `hint` of the jobs' texts: keys there hold no hyphen. */
export const outcomeKeys = {
  verified: 'verified',
  differs: 'differs',
  refused: 'refused',
  reported: 'reported',
  unknown: 'unknown',
  accepted: 'accepted',
  sending: 'sending',
  'not-sent': 'not_sent',
  'no-change': 'no_change',
  invalid: 'invalid',
} as const satisfies Record<Outcome, string>;

/** In which tone rows of an outcome are told. */
export const outcomeTones = {
  verified: 'good',
  differs: 'bad',
  refused: 'bad',
  reported: 'unknown',
  unknown: 'unknown',
  accepted: 'accent',
  sending: 'accent',
  'not-sent': 'neutral',
  'no-change': 'neutral',
  invalid: 'bad',
} as const satisfies Record<Outcome, string>;

/** In which tone one row is told: nothing is wrong with one that was left out. */
export function rowTone({ outcome, reason }: Pick<RowResult, 'outcome' | 'reason'>) {
  return outcomeTones[outcome === 'invalid' && isLeftOut(whyNotSent(reason)) ? 'not-sent' : outcome];
}

/** Text key of what a dry run finds of a row. */
export const rowStateKeys = {
  'will-update': 'will_update',
  'will-create': 'will_create',
  near: 'near',
  'no-change': 'no_change',
  refused: 'refused',
  'id-unknown': 'id_unknown',
  invalid: 'invalid',
  double: 'double',
  asks: 'asks',
  unread: 'unread',
  conflict: 'conflict',
} as const satisfies Record<RowState, string>;

/** Text key, below `reasons` of the review's texts, of why a row is not sent; some of them name its `line` in the file. */
const rowReasonKeys = {
  gone: 'gone',
  'id-missing': 'id_missing',
  'not-an-id': 'not_an_id',
  'key-missing': 'key_missing',
  'key-empty': 'key_empty',
  'key-unmatched': 'key_unmatched',
  'same-key-twice': 'same_key_twice',
  'same-record-twice': 'same_record_twice',
  'double-before': 'double_before',
  'does-not-fit': 'does_not_fit',
  'broken-line': 'broken_line',
  'quote-open': 'quote_open',
  'quote-junk': 'quote_junk',
  'long-row': 'long_row',
  'bad-bytes': 'bad_bytes',
  nul: 'nul',
  'bad-json': 'bad_json',
  'not-a-row': 'not_a_row',
  'no-result': 'no_result',
  'several-match': 'several_match',
  'system-field': 'system_field',
  'no-fields': 'no_fields',
  'left-out': 'left_out',
  'near-undecided': 'near_undecided',
  'not-to-create': 'not_to_create',
  'kind-not-allowed': 'kind_not_allowed',
  'not-checked': 'not_checked',
  'changed-meanwhile': 'changed_meanwhile',
  'changed-since-check': 'changed_since_check',
  'exists-now': 'exists_now',
  'key-lost': 'key_lost',
} as const satisfies Partial<Record<RowReason, string>>;

/** The text key of why a row is not sent; undefined for a reason that only sending can give. */
export function rowReasonKey(reason: RowReason | null): (typeof rowReasonKeys)[keyof typeof rowReasonKeys] | undefined {
  return reason !== null && Object.hasOwn(rowReasonKeys, reason)
    ? rowReasonKeys[reason as keyof typeof rowReasonKeys]
    : undefined;
}

/** Text key, below `holds`, of why a job stands still. */
export const holdKeys = {
  'key-refused': 'key_refused',
  'too-many': 'too_many',
  unreachable: 'unreachable',
  unread: 'unread',
  failing: 'failing',
  fault: 'fault',
} as const satisfies Record<JobHold['reason'], string>;

/** In which tone the phase of a job is told. */
export const phaseTones = {
  sending: 'accent',
  proving: 'accent',
  held: 'bad',
  paused: 'staged',
  stopped: 'neutral',
  ended: 'neutral',
} as const satisfies Record<Phase, string>;
