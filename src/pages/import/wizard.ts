import type { UpdateMode } from '../../contract/records';
import type { SkipReason } from '../../jobs/check/check-counts';
import { plannedRequests } from '../../jobs/check/live-rows';
import { byChance, type KeyFinding, leavesFewOut, ranked } from '../../transfer/in/key/key-quality';
import type { MappedColumn } from '../../transfer/in/mapping/mapping';
import type { FileFacts } from '../../transfer/in/worker/import-protocol';

export const steps = ['file', 'columns', 'key', 'check', 'send'] as const;
export type Step = (typeof steps)[number];

/** The step that fixes why rows are not sent. A record equal to its row needs no fix. */
export const stepThatFixes: Record<SkipReason, Step | null> = {
  line: 'file',
  misfit: 'check',
  large: 'file',
  no_key: 'key',
  gone: 'check',
  several: 'check',
  duplicate: 'key',
  near: 'check',
  left: 'check',
  nothing: 'columns',
  kind: 'check',
  unread: 'check',
  conflict: 'check',
  same: null,
};

/** By what rows find their records: the record id alone, or fields. */
export type KeyChoice = readonly string[];

/** A check with no more requests than this starts automatically. */
const cheapRequests = 12;

export function startsByItself(rows: number, { update_type }: UpdateMode): boolean {
  return plannedRequests(rows, update_type === 'upsert') <= cheapRequests;
}

/** The mode of a key: by record id rows only update (4.5 rule 3); by fields they update or create (rule 4). */
export function modeOfKey(key: KeyChoice): UpdateMode {
  return key.length === 1 && key[0] === 'item_id'
    ? { update_type: 'update', update_by_fields: [] }
    : { update_type: 'upsert', update_by_fields: [...key] };
}

interface WizardFacts {
  facts: FileFacts | null;
  mapped: readonly MappedColumn[];
  key: KeyChoice | null;
  checked: boolean;
}

/** Why a step cannot be entered yet, as its text is called; null when it can. */
type StepStop = 'no_file' | 'no_rows' | 'no_columns' | 'no_key' | 'not_checked' | null;

export function stopOf(step: Step, { facts, mapped, key, checked }: WizardFacts): StepStop {
  const place = steps.indexOf(step);
  if (place >= 1 && facts === null) return 'no_file';
  if (place >= 1 && facts?.rows === 0) return 'no_rows';
  // The record id alone changes nothing.
  if (place >= 2 && !mapped.some(({ field_id }) => field_id !== 'item_id')) return 'no_columns';
  if (place >= 3 && !isWhole(key, mapped)) return 'no_key';
  return place >= 4 && !checked ? 'not_checked' : null;
}

/** Whether every field of a key is mapped. */
export function isWhole(key: KeyChoice | null, mapped: readonly MappedColumn[]): key is KeyChoice {
  return key !== null && key.length > 0 && key.every((id) => mapped.some(({ field_id }) => field_id === id));
}

/**
 * The suggested key: the one last used for the table, if rows have it; else the best of those that skip few rows, and are not unique only because rows are few.
 * None if all are poor: then it has to be chosen.
 * @param last keys of the last jobs of the table, the newest first
 */
export function proposedKey(findings: readonly KeyFinding[], last: readonly KeyChoice[]): KeyChoice | null {
  const usable = ranked(findings).filter(({ empty, rows }) => empty < rows);
  const again = last.find((key) => usable.some(({ fields }) => sameKey(fields, key)));
  return again ?? usable.find((finding) => leavesFewOut(finding) && !byChance(finding))?.fields ?? null;
}

/** The name of a key does not depend on the order of its fields. */
export function sameKey(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a !== null && b !== null && a.length === b.length && a.every((id) => b.includes(id));
}
