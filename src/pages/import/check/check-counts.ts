import { isEmptyValue } from '../../../contract/json';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { Misfit } from '../../../jobs/plan/changes';
import { rowsPerCall } from '../../../jobs/plan/plan';
import type { RowReason } from '../../../storage/job-rows';
import type { Step } from '../wizard';

/** What a check found, in numbers. */
export interface CheckCounts {
  unfit: UnfitCount[];
  /** Blanks over a value, by field. */
  keptByBlank: Map<string, number>;
  /** Values of records that are cleared, by field: by blanks, and by all there is. */
  clears: { blanks: Map<string, number>; all: Map<string, number> };
  sent: SentRows;
  skipped: Map<SkipReason, number>;
  /** Rows that would create a record while a similar one is there. */
  similar: SimilarCounts;
  /** Rows with a record id that no record has, of which the key finds one or several all the same. */
  unknownIds: SimilarCounts;
}

/** Texts of one column that do not fit and count as blank, in rows that are to be sent. */
export interface UnfitCount extends Pick<Misfit, 'field_id' | 'does'> {
  state: RowState;
  count: number;
}

/** Rows with candidate records, and the choices for them: none, for those in none of the last three. */
export interface SimilarCounts {
  rows: number;
  /** Of them those with several candidates, for which *update* alone is ambiguous. */
  several: number;
  creates: number;
  /** Those that mean the record, whether it changes by them or not. */
  records: number;
  out: number;
}

/** Rows that are to be sent, by how their records are located and whether they are created: a call takes those located by id, or those by key (4.5). */
interface SentRows {
  id: number;
  key: number;
  /** Of those, rows that create a record. */
  idCreates: number;
  keyCreates: number;
}

export function noCounts(): CheckCounts {
  const none = { rows: 0, several: 0, creates: 0, records: 0, out: 0 };
  return {
    unfit: [],
    keptByBlank: new Map(),
    clears: { blanks: new Map(), all: new Map() },
    sent: { id: 0, key: 0, idCreates: 0, keyCreates: 0 },
    skipped: new Map(),
    similar: { ...none },
    unknownIds: { ...none },
  };
}

/**
 * Adds rows that were judged. `keyFields`: ids of the fields by which rows are matched.
 * @param by 1, or -1 to take away rows that were added
 */
export function addToCounts(
  counts: CheckCounts,
  findings: readonly RowFinding[],
  keyFields: readonly string[],
  by: 1 | -1 = 1,
): void {
  for (const finding of findings) {
    const { state, candidates, several, unknownId, chosen, keptByBlank = [] } = finding;
    const skip = skipReasonOf(finding, keyFields);
    if (skip === null) addSent(counts, finding, by);
    else add(counts.skipped, skip, by);
    if (state === 'will-update' || state === 'no-change') for (const id of keptByBlank) add(counts.keptByBlank, id, by);
    if (!candidates || (several && !unknownId)) continue;
    const decided = unknownId ? counts.unknownIds : counts.similar;
    decided.rows += by;
    if (candidates.length > 1) decided.several += by;
    if (chosen === 'out') decided.out += by;
    else if (chosen === 'create') decided.creates += by;
    else if (chosen !== undefined) decided.records += by;
  }
}

function addSent(counts: CheckCounts, { state, match, record, cells }: RowFinding, by: 1 | -1): void {
  const { clears, sent } = counts;
  if (match) sent[match] += by;
  if (match && state === 'will-create') sent[`${match}Creates`] += by;
  for (const { field_id, does } of record.misfits ?? []) {
    const known = counts.unfit.find((own) => own.field_id === field_id && own.state === state);
    if (known) known.count += by;
    else counts.unfit.push({ field_id, does, state, count: by });
  }
  if (by < 0) counts.unfit = counts.unfit.filter(({ count }) => count !== 0);
  if (state !== 'will-update') return;
  for (const { field_id, after, now, text, state: does } of cells) {
    if (does !== 'will-update' || !isEmptyValue(after) || isEmptyValue(now)) continue;
    add(clears.all, field_id, by);
    if (text === '') add(clears.blanks, field_id, by);
  }
}

function add<Name>(counts: Map<Name, number>, name: Name, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

/** Calls that a job of them makes. */
export function callsOf({ id, key, idCreates, keyCreates }: SentRows, create: boolean): number {
  const calls = (byId: number, byKey: number): number =>
    Math.ceil(byId / rowsPerCall.id) + Math.ceil(byKey / rowsPerCall.key);
  return create ? calls(id, key) : calls(id - idCreates, key - keyCreates);
}

/** Why rows are not sent, grouped by what the user can do, in display order; and the step that fixes it. A record equal to its row needs no fix. */
export const stepThatFixes = {
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
} as const satisfies Record<string, Step | null>;
export type SkipReason = keyof typeof stepThatFixes;

const ofReason: Partial<Record<RowReason, SkipReason>> = {
  'does-not-fit': 'misfit',
  'too-large': 'large',
  'key-missing': 'no_key',
  'key-empty': 'no_key',
  'id-missing': 'no_key',
  gone: 'gone',
  'not-an-id': 'gone',
  'several-match': 'several',
};

/** Why a row is not sent; null for one that is. */
function skipReasonOf(finding: RowFinding, keyFields: readonly string[]): SkipReason | null {
  const { state, reason, record, chosen } = finding;
  if (state === 'will-update' || state === 'will-create') return null;
  if (state === 'no-change') return 'same';
  if (chosen === 'out') return 'left';
  if (state === 'asks') return 'kind';
  if (state === 'duplicate' || state === 'near' || state === 'unread' || state === 'conflict') return state;
  if (record.broken) return 'line';
  const why = (reason && ofReason[reason]) ?? 'nothing';
  // Its key is there, and cannot be read.
  return why === 'no_key' && unfitCells(finding, keyFields).length > 0 ? 'misfit' : why;
}

/**
 * The cells that keep a row out because they cannot become values. Of a row without a key these are the ones of the key: the others would not have kept
 * it out by this. A cell whose record reads the same already is to blame for nothing.
 */
export function unfitCells(
  { reason, cells }: Pick<RowFinding, 'reason' | 'cells'>,
  keyFields: readonly string[],
): readonly CellFinding[] {
  if (reason === 'key-missing' || reason === 'key-empty')
    return cells.filter(({ unfit, field_id }) => unfit && keyFields.includes(field_id));
  return cells.filter(({ state }) => state === 'unfit');
}
