import { type ConsoleDatabase, database } from '../../storage/database';
import type { CheckRow } from '../../storage/job-rows';
import type { ChangedRecord } from '../table/changes';
import type { KnownRows } from './check-rows';
import type { RowFinding } from './dry-run';
import { changePieces, findingsOfPiece } from './stored-check';

/** Where a row is in a dry run: its piece, from 1, and its place there, from 0. */
export interface RowPlace {
  piece: number;
  nth: number;
}

interface AgainOptions {
  /** The rows as they are now, by their numbers in the input, from 0. */
  rowsAt(numbers: readonly number[]): Promise<ChangedRecord[]>;
  signal: AbortSignal;
  db?: ConsoleDatabase;
}

/**
 * Judges a row of a dry run again that is another one now, and with it those that were its duplicates: they may be none any more. Every other row stands. A
 * record that another row means is left to that one.
 * @returns the dry run as it is then
 * @throws ApiError of a reading that failed; the signal's reason; where the dry run was dropped, or a job is being made of it: nothing has changed then
 */
export async function judgeAgain(
  check: CheckRow,
  known: KnownRows,
  place: RowPlace,
  { rowsAt, signal, db = database }: AgainOptions,
): Promise<CheckRow> {
  const row = (await findingsOfPiece(check.id, place.piece, db))[place.nth];
  if (!row) return check;
  const again = [{ ...place, finding: row }, ...(await duplicatesOf(row.record.row, check, db))].sort(
    (a, b) => a.piece - b.piece || a.nth - b.nth,
  );
  const rowsBefore = (piece: number): number =>
    check.pieces.slice(0, piece - 1).reduce((sum, { rows }) => sum + rows, 0);
  const rows = await rowsAt(again.map(({ piece, nth }) => rowsBefore(piece) + nth));
  const live = await known.read(rows, signal);
  for (const { finding } of again) known.release(finding.record.row);
  const judged = again.map((own, index) => {
    const now = rows[index];
    return now ? { ...own, finding: known.judge(now, live) } : own;
  });
  const own = (number: number) => judged.filter(({ piece }) => piece === number);
  return changePieces(
    check,
    new Set(judged.map(({ piece }) => piece)),
    (findings, number) => {
      for (const { nth, finding } of own(number)) findings[nth] = finding;
      return findings;
    },
    db,
    known.meant(),
  );
}

async function duplicatesOf(
  row: string,
  { id, pieces }: CheckRow,
  db: ConsoleDatabase,
): Promise<(RowPlace & { finding: RowFinding })[]> {
  const found = [];
  for (const [index, { states }] of pieces.entries()) {
    if (!states.duplicate) continue;
    for (const [nth, finding] of (await findingsOfPiece(id, index + 1, db)).entries())
      if (finding.state === 'duplicate' && finding.twin === row) found.push({ piece: index + 1, nth, finding });
  }
  return found;
}
