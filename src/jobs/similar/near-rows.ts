import type { Id } from '../../contract/ids';
import { isEmptyValue } from '../../edits/same-value';
import type { CheckRow } from '../../storage/check-rows';
import { type ConsoleDatabase, database } from '../../storage/database';
import { cellJudge } from '../check/cell-judge';
import { countStates, judgeAsRecord, type RowFinding, reasonOfLostId } from '../check/dry-run';
import { liveValue } from '../plan/record-key';

/** What the person says of a row that does not say itself which record it means: a new one, or the one with this id, or that it is left out; null: nothing, so that it stays out too. */
export type NearChoice = 'create' | 'out' | Id | null;

interface ChoiceOptions {
  /** Cells whose change of JSON kind is allowed, as in `DryRunOptions`. */
  agreed?: ReadonlySet<string>;
  /** Each piece with such rows, with its counts and with those of its findings. */
  onPiece?(number: number, counts: Record<string, number>, near: readonly RowFinding[]): void;
  db?: ConsoleDatabase;
}

/**
 * Judges the rows of a dry run that nearly equal a record, or whose key several have, or one though none has their id, by what the person says of them, and
 * keeps it. A record that another row means already, in the file or by such a choice, is written by that row alone. No record is created with a key that
 * records have: it would be one more.
 * @param choose what a row means now; undefined: what it meant before
 * @returns the dry run with its counts as they are then
 */
export async function chooseNear(
  check: CheckRow,
  choose: (finding: RowFinding) => NearChoice | undefined,
  { agreed, onPiece, db = database }: ChoiceOptions = {},
): Promise<CheckRow> {
  const { fields, update_type, update_by_fields } = check;
  const mode = { update_type, update_by_fields };
  const judgeCells = cellJudge(fields, mode, agreed);
  const options = { fields, mode, agreed };
  const meant = new Map(Object.entries(check.near.meant));
  const counts = { ...check.counts };
  const settle = (finding: RowFinding): RowFinding => {
    const choice = choose(finding);
    const chosen = choice === undefined ? (finding.chosen ?? null) : choice;
    const record = finding.near?.find(({ item_id }) => item_id === chosen);
    if (record) {
      const stands = finding.record.blank?.filter((id) => !isEmptyValue(liveValue(record, id))) ?? [];
      const judged = { ...judgeAsRecord(finding, record, options), ...(stands.length > 0 ? { stands } : {}) };
      const twin = meant.get(record.item_id);
      if (twin !== undefined) return { ...judged, state: 'double', reason: 'same-record-twice', twin };
      meant.set(record.item_id, finding.record.row);
      return judged;
    }
    const { chosen: _chosen, twin: _twin, stands: _stands, ...about } = finding;
    const rest: RowFinding = chosen === 'out' ? { ...about, chosen } : about;
    if (rest.lost) {
      const cells = judgeCells(rest.record, { match: null, live: null });
      const reason = reasonOfLostId(rest.record.item_id ?? '');
      return { ...rest, cells, live: null, match: null, state: 'id-unknown', reason };
    }
    const cells = judgeCells(rest.record, { match: 'key', live: null });
    const found = { ...rest, cells, live: null, match: 'key' as const, reason: null };
    if (rest.several) return { ...found, state: 'refused', reason: 'several-match' };
    return chosen === 'create' ? { ...found, state: 'will-create', chosen } : { ...found, state: 'near' };
  };
  return db.transaction('rw', db.checks, db.checkPieces, async () => {
    for (const number of check.near.pieces) {
      const piece = await db.checkPieces.get([check.id, number]);
      if (!piece) continue;
      const findings = (piece.findings as RowFinding[]).map((finding) => (finding.near ? settle(finding) : finding));
      const own: Record<string, number> = countStates(findings);
      for (const [state, count] of Object.entries(own))
        counts[state] = (counts[state] ?? 0) + count - (piece.counts[state] ?? 0);
      await db.checkPieces.put({ ...piece, counts: own, findings });
      onPiece?.(
        number,
        own,
        findings.filter(({ near }) => near),
      );
    }
    const chosen = { ...check, counts };
    await db.checks.put(chosen);
    return chosen;
  });
}
