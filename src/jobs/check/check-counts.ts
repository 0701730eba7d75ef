import { isEmptyValue } from '../../contract/json';
import type { CheckCounts, ChoiceCounts, RowReason } from '../../storage/job-rows';
import { rowsPerCall } from '../table/request-size';
import type { CellFinding } from './cell-judge';
import { type RowFinding, rowStates } from './dry-run';

export function noCounts(): CheckCounts {
  const choices = (): ChoiceCounts => ({ rows: 0, several: 0, creates: 0, records: 0, out: 0 });
  const unfit = () => ({ 'will-update': new Map(), 'will-create': new Map() });
  return {
    rows: 0,
    states: Object.fromEntries(rowStates.map((state) => [state, 0])),
    fixed: 0,
    searched: { whole: 0, spellings: 0, not: 0 },
    sent: { id: 0, key: 0 },
    creates: { id: 0, key: 0 },
    skipped: new Map(),
    unfit: { keep: unfit(), clear: unfit() },
    keptByBlank: new Map(),
    clears: { blanks: new Map(), all: new Map() },
    candidates: 0,
    similar: choices(),
    unknownIds: choices(),
  };
}

/**
 * What was found in some rows, in numbers.
 * @param keyFields IDs of the fields by which rows are matched
 */
export function countFindings(findings: readonly RowFinding[], keyFields: readonly string[]): CheckCounts {
  const counts = noCounts();
  for (const finding of findings) {
    const { state, record, keptByBlank = [], searched = 'not' } = finding;
    const skip = skipReasonOf(finding, keyFields);
    counts.rows += 1;
    add(counts.states, state);
    if (record.fixed) counts.fixed += 1;
    if (isSearched(finding)) counts.searched[searched] += 1;
    if (skip === null) countSent(counts, finding);
    else addIn(counts.skipped, skip);
    if (state === 'will-update' || state === 'no-change') for (const id of keptByBlank) addIn(counts.keptByBlank, id);
    countChoice(counts, finding);
  }
  return counts;
}

/**
 * The total of all pieces once one of them has changed, or was added: only that piece is counted again, as a file has hundreds.
 * @param before what the piece counted until then; undefined: it is new
 */
export function totalAfter(total: CheckCounts, before: CheckCounts | undefined, after: CheckCounts): CheckCounts {
  const next = noCounts();
  addAll(next, total, 1);
  addAll(next, after, 1);
  if (before) addAll(next, before, -1);
  return next;
}

function addAll(total: object, counts: object, times: 1 | -1): void {
  for (const [name, count] of Object.entries(counts)) {
    const own = (total as Record<string, unknown>)[name];
    if (typeof count === 'number') add(total as Record<string, number>, name, count * times);
    else if (own instanceof Map) for (const [id, each] of count) addIn(own, id, each * times);
    else addAll(own as object, count, times);
  }
}

/** Whether a row found no record by its key, and is told among those for which similar ones were looked for, or not; whatever a person said of it since. */
function isSearched({ state, candidates, several, unknownId }: RowFinding): boolean {
  if (state === 'will-create' || state === 'near') return true;
  return candidates !== undefined && !several && !unknownId;
}

function countChoice(counts: CheckCounts, { candidates, several, unknownId, chosen }: RowFinding): void {
  if (!candidates) return;
  counts.candidates += 1;
  if (several && !unknownId) return;
  const own = unknownId ? counts.unknownIds : counts.similar;
  own.rows += 1;
  if (candidates.length > 1) own.several += 1;
  if (chosen === 'out') own.out += 1;
  else if (chosen === 'create') own.creates += 1;
  else if (chosen !== undefined) own.records += 1;
}

function countSent({ clears, sent, creates, unfit }: CheckCounts, { state, match, record, cells }: RowFinding): void {
  if (match) sent[match] += 1;
  if (match && state === 'will-create') creates[match] += 1;
  const does = state === 'will-create' ? state : 'will-update';
  for (const misfit of record.misfits ?? []) addIn(unfit[misfit.does][does], misfit.field_id);
  if (state !== 'will-update') return;
  for (const cell of cells) {
    if (cell.state !== 'will-update' || !isEmptyValue(cell.after) || isEmptyValue(cell.now)) continue;
    addIn(clears.all, cell.field_id);
    if (cell.text === '') addIn(clears.blanks, cell.field_id);
  }
}

function add(counts: Record<string, number>, name: string, count = 1): void {
  counts[name] = (counts[name] ?? 0) + count;
}

function addIn(counts: Map<string, number>, name: string, count = 1): void {
  const sum = (counts.get(name) ?? 0) + count;
  if (sum === 0) counts.delete(name);
  else counts.set(name, sum);
}

/** Calls that a job of them makes: one takes rows located by ID, or by key. @param create records that are not in the table yet are created */
export function callsOf({ sent, creates }: Pick<CheckCounts, 'sent' | 'creates'>, create: boolean): number {
  const calls = (place: 'id' | 'key'): number =>
    Math.ceil((sent[place] - (create ? 0 : creates[place])) / rowsPerCall[place]);
  return calls('id') + calls('key');
}

/** Why rows are not sent, grouped by what the user can do, in display order. */
export const skipReasons = [
  'line',
  'misfit',
  'large',
  'no_key',
  'gone',
  'several',
  'duplicate',
  'near',
  'left',
  'nothing',
  'kind',
  'unread',
  'conflict',
  'same',
] as const;
export type SkipReason = (typeof skipReasons)[number];

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
