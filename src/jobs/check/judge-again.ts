import { type ConsoleDatabase, database } from '../../storage/database';
import type { CheckRow } from '../../storage/job-rows';
import type { ChangedRecord } from '../plan/changes';
import { findingsOfPiece, isSearched, type KnownRows } from './check-rows';
import { countStates, decodePiece, type RowFinding } from './dry-run';

/** Where a row is in a dry run: its piece, from 1, and its place there, from 0. */
export interface RowPlace {
  piece: number;
  nth: number;
}

/** A row that was judged again. */
export interface JudgedAgain extends RowPlace {
  before: RowFinding;
  after: RowFinding;
}

interface AgainOptions {
  /** The rows as they are now, in the order of their places. */
  rowsAt(places: readonly RowPlace[]): Promise<ChangedRecord[]>;
  signal: AbortSignal;
  db?: ConsoleDatabase;
}

/**
 * Judges a row of a dry run again that is another one now, and with it those that were its duplicates: they may be none any more. Every other row stands. A
 * record that another row means is left to that one.
 * @returns the dry run as it is then, and what was judged again
 * @throws ApiError of a reading that failed; the signal's reason: nothing has changed then
 */
export async function judgeAgain(
  check: CheckRow,
  known: KnownRows,
  place: RowPlace,
  { rowsAt, signal, db = database }: AgainOptions,
): Promise<{ check: CheckRow; judged: JudgedAgain[] }> {
  const row = (await findingsOfPiece(check.id, place.piece, db))[place.nth];
  if (!row) return { check, judged: [] };
  const old = [{ ...place, before: row }, ...(await duplicatesOf(row.record.row, check, db))].sort(
    (a, b) => a.piece - b.piece || a.nth - b.nth,
  );
  const rows = await rowsAt(old);
  const live = await known.read(rows, signal);
  for (const { before } of old) known.release(before.record.row);
  const judged = old.map((own, index) => {
    const now = rows[index];
    return { ...own, after: now ? known.judge(now, live) : own.before };
  });
  return { check: await keep(check, judged, known, db), judged };
}

async function duplicatesOf(
  row: string,
  { id, pieces }: CheckRow,
  db: ConsoleDatabase,
): Promise<(RowPlace & { before: RowFinding })[]> {
  const found = [];
  for (let number = 1; number <= pieces; number += 1) {
    const stored = await db.checkPieces.get([id, number]);
    const piece = stored && decodePiece(stored);
    if (!piece?.counts.duplicate) continue;
    for (const [nth, before] of piece.findings.entries())
      if (before.state === 'duplicate' && before.twin === row) found.push({ piece: number, nth, before });
  }
  return found;
}

function keep(
  check: CheckRow,
  judged: readonly JudgedAgain[],
  known: KnownRows,
  db: ConsoleDatabase,
): Promise<CheckRow> {
  const counts = { ...check.counts };
  const searched = { ...check.similar.searched };
  const similarPieces = new Set(check.similar.pieces);
  for (const { piece, before, after } of judged) {
    counts[before.state] = (counts[before.state] ?? 0) - 1;
    counts[after.state] = (counts[after.state] ?? 0) + 1;
    if (isSearched(before)) searched[before.searched ?? 'not'] -= 1;
    if (isSearched(after)) searched[after.searched ?? 'not'] += 1;
    if (after.candidates) similarPieces.add(piece);
  }
  const pieces = [...similarPieces].sort((a, b) => a - b);
  const next: CheckRow = { ...check, counts, similar: { searched, pieces, meant: known.meant() } };
  return db.transaction('rw', db.checks, db.checkPieces, async () => {
    for (const number of new Set(judged.map(({ piece }) => piece))) {
      const piece = decodePiece((await db.checkPieces.get([check.id, number])) ?? {});
      const findings = [...piece.findings];
      for (const { piece: own, nth, after } of judged) if (own === number) findings[nth] = after;
      await db.checkPieces.put({ ...piece, counts: countStates(findings), findings });
    }
    await db.checks.put(next);
    return next;
  });
}
