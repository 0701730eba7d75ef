import { isSystemField } from '../../contract/records';
import type { ColumnProfile, OddityKind, Profile } from './profile';
import { cellText } from './rows';
import type { Selection } from './selection';

/** `unfilled` mostly without a value · `constant` one value in every row · the others as in the profile. */
type FindingKind = OddityKind | 'unfilled' | 'constant';

export interface Finding {
  kind: FindingKind;
  column: string;
  /** Rows that it is about, of `of`. */
  rows: number;
  of: number;
  example: string | null;
  selection: Selection;
}

/** How surely a finding is a mistake, before how many rows it is about. */
const weight: Record<FindingKind, number> = {
  other: 7,
  future: 6,
  spaces: 5,
  nearEqual: 5,
  past: 4,
  once: 3,
  outlier: 2,
  unfilled: 1,
  constant: 0,
};
/** A column is mostly without values from here on. */
const mostlyUnfilled = 0.5;

/** What somebody should look at, the most telling first. */
export function standsOut({ columns }: Profile): Finding[] {
  return columns.flatMap(findingsOf).sort((a, b) => weight[b.kind] - weight[a.kind] || b.rows - a.rows);
}

function findingsOf(profile: ColumnProfile): Finding[] {
  const { column, rows: of, filled, distinct, bars } = profile;
  const findings: Finding[] = profile.oddities.map((oddity) => ({ ...oddity, column, of }));
  // Nobody fills in what the service writes by itself.
  if (isSystemField(column)) return findings;
  const unfilled = of - filled;
  if (of > 0 && unfilled / of >= mostlyUnfilled)
    findings.push({
      kind: 'unfilled',
      column,
      rows: unfilled,
      of,
      example: null,
      selection: [{ column, is: 'unfilled' }],
    });
  const only = bars[0];
  if (of > 1 && distinct === 1 && filled === of && only)
    findings.push({ kind: 'constant', column, rows: of, of, example: cellText(only.value), selection: only.selection });
  return findings;
}
