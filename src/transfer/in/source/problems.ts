import type { ChangedRecord } from '../../../jobs/plan/changes';

/**
 * What can be wrong with a file of rows. `quote-open`: an opening quote that nothing closes · `quote-junk`: text behind a closing quote · `long-row`,
 * `short-row`: more or fewer cells than columns · `bad-bytes`: bytes that are no character of the encoding · `nul`: a NUL character ·
 * `blank-line` · `mixed-line-ends`: a lone carriage return among other line ends · `bad-json`: no JSON · `not-a-row`: JSON, but no object or array ·
 * `no-result`: a formula of a workbook that nobody has computed.
 */
export const problemKinds = [
  'quote-open',
  'quote-junk',
  'long-row',
  'short-row',
  'bad-bytes',
  'nul',
  'blank-line',
  'mixed-line-ends',
  'bad-json',
  'not-a-row',
  'no-result',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** Rows with these are not to be trusted: they are counted and listed, and never sent. */
export type BreakingKind = NonNullable<ChangedRecord['broken']> & ProblemKind;
const breaking = {
  'quote-open': true,
  'quote-junk': true,
  'long-row': true,
  'bad-bytes': true,
  nul: true,
  'bad-json': true,
  'not-a-row': true,
  'no-result': true,
} as const satisfies Record<BreakingKind, true>;

/** Whether a row with this problem is left out. */
export function breaksRow(kind: ProblemKind): kind is BreakingKind {
  return Object.hasOwn(breaking, kind);
}

export interface Problem {
  kind: ProblemKind;
  /** In the source, from 1. */
  line: number;
  /** Some characters of the place, or a count; for the person only. */
  detail: string;
}

/** Problems of a whole file: how many of each kind, and the first of them by line. */
export interface ProblemList {
  counts: Partial<Record<ProblemKind, number>>;
  first: Problem[];
}

const keptOfKind = 200;

export function noProblems(): ProblemList {
  return { counts: {}, first: [] };
}

/** Adds to a list in place; of each kind only the first are kept, all are counted. */
export function addProblems(list: ProblemList, problems: readonly Problem[]): void {
  for (const problem of problems) {
    const count = (list.counts[problem.kind] ?? 0) + 1;
    list.counts[problem.kind] = count;
    if (count <= keptOfKind) list.first.push(problem);
  }
}

const shownChars = 60;

/** A piece of text as a problem shows it. */
export function excerpt(text: string): string {
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}
