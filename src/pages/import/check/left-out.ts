import type { RowFinding } from '../../../jobs/check/dry-run';
import type { RowReason } from '../../../storage/job-rows';
import type { Step } from '../wizard';
import { unfitCells } from './unfit-cells';

/** Why rows are not sent, by what a person would do about it. In the order in which they are told. */
export const whys = [
  'line',
  'misfit',
  'no_key',
  'gone',
  'several',
  'double',
  'near',
  'left',
  'nothing',
  'kind',
  'unread',
  'conflict',
  'same',
] as const;
export type Why = (typeof whys)[number];

/** The step that mends it; a record that reads like its row needs no mending. */
export const stepThatMends: Record<Why, Step | null> = {
  line: 'file',
  misfit: 'columns',
  no_key: 'key',
  gone: 'check',
  several: 'check',
  double: 'key',
  near: 'check',
  left: 'check',
  nothing: 'columns',
  kind: 'check',
  unread: 'check',
  conflict: 'check',
  same: null,
};

const ofReason: Partial<Record<RowReason, Why>> = {
  'does-not-fit': 'misfit',
  'key-missing': 'no_key',
  'key-empty': 'no_key',
  'id-missing': 'no_key',
  gone: 'gone',
  'not-an-id': 'gone',
  'several-match': 'several',
};

/** Why a row is not sent; null for one that is. `keyFields`: ids of the fields by which rows are matched. */
export function whyLeftOut(finding: RowFinding, keyFields: readonly string[]): Why | null {
  const { state, reason, record, chosen } = finding;
  if (state === 'will-update' || state === 'will-create') return null;
  if (state === 'no-change') return 'same';
  if (chosen === 'out') return 'left';
  if (state === 'asks') return 'kind';
  if (state === 'double' || state === 'near' || state === 'unread' || state === 'conflict') return state;
  if (record.broken) return 'line';
  const why = (reason && ofReason[reason]) ?? 'nothing';
  // Its key is there, and cannot be read.
  return why === 'no_key' && unfitCells(finding, keyFields).length > 0 ? 'misfit' : why;
}

/** Adds rows that were judged to the counts of why rows are not sent. */
export function addLeftOut(
  counts: Map<Why, number>,
  findings: readonly RowFinding[],
  keyFields: readonly string[],
): void {
  for (const finding of findings) {
    const why = whyLeftOut(finding, keyFields);
    if (why !== null) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
}
