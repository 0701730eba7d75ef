/** What a dry run found, as this browser stores it until a job is made of it. */

import * as v from 'valibot';
import type { Id } from '../../contract/ids';
import { isJsonObject } from '../../contract/json';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { CheckCounts, CheckPieceRow, CheckRow } from '../../storage/job-rows';
import { deleteCheck } from '../../storage/storage-usage';
import { countSchema, decodeStored, type Stored } from '../../storage/stored-values';
import { countFindings, totalAfter } from './check-counts';
import { type RowFinding, type RowState, rowStates } from './dry-run';

/**
 * The findings of a dry run, piece by piece in the order of the input; only those in some states, where these are given.
 * @throws UnreadableError; where a piece is missing
 */
export async function* findingsOfCheck(
  check: Pick<CheckRow, 'id' | 'pieces'>,
  states?: ReadonlySet<RowState>,
  db: ConsoleDatabase = database,
): AsyncGenerator<RowFinding[]> {
  for (const [index, { states: counts }] of check.pieces.entries()) {
    if (states && ![...states].some((state) => counts[state])) continue;
    const findings = await findingsOfPiece(check.id, index + 1, db);
    yield states ? findings.filter(({ state }) => states.has(state)) : findings;
  }
}

/** One piece of the findings of a dry run, from 1. @throws UnreadableError; where it is missing */
export async function findingsOfPiece(
  checkId: string,
  number: number,
  db: ConsoleDatabase = database,
): Promise<RowFinding[]> {
  const piece = await db.checkPieces.get([checkId, number]);
  if (!piece) throw new Error('A part of the check was deleted.');
  return decodePiece(piece).findings;
}

/**
 * Changes what was found in some pieces; the counts follow.
 * @returns the check as it is then
 * @throws where it was dropped, or a job is being made of it
 */
export function changePieces(
  check: CheckRow,
  numbers: Iterable<number>,
  change: (findings: RowFinding[], number: number) => RowFinding[],
  db: ConsoleDatabase,
  meant?: Record<Id, string>,
): Promise<CheckRow> {
  return db.transaction('rw', db.checks, db.checkPieces, async () => {
    if ((await db.checks.get(check.id))?.job_id !== null)
      throw new Error('The check was dropped, or a job is being made of it.');
    let changed: CheckRow = { ...check, changes: check.changes + 1, meant: meant ?? check.meant };
    for (const number of numbers) {
      const findings = change(await findingsOfPiece(check.id, number, db), number);
      await db.checkPieces.put({ check_id: check.id, number, findings });
      changed = withPiece(changed, number, countFindings(findings, check.update_by_fields));
    }
    await db.checks.put(changed);
    return changed;
  });
}

/** A check after one of its pieces, from 1, was counted: what they count is all that it counts. */
export function withPiece(check: CheckRow, number: number, counts: CheckCounts): CheckRow {
  const pieces = [...check.pieces];
  pieces[number - 1] = counts;
  return { ...check, pieces, counts: totalAfter(check.counts, check.pieces[number - 1], counts) };
}

/**
 * Stores a piece of a check that is being made. The check itself, which names every piece, is stored at its end: with each piece it would be written as often as
 * it has pieces.
 * @throws where it was dropped meanwhile
 */
export async function storePiece(
  { id, pieces }: CheckRow,
  findings: readonly RowFinding[],
  db: ConsoleDatabase,
): Promise<void> {
  await db.transaction('rw', db.checks, db.checkPieces, async () => {
    await requireCheck(id, db);
    await db.checkPieces.add({ check_id: id, number: pieces.length, findings });
  });
}

/** Stores a check once all of its pieces are. @throws where it was dropped meanwhile */
export async function storeWhole(check: CheckRow, db: ConsoleDatabase): Promise<void> {
  await db.transaction('rw', db.checks, async () => {
    await requireCheck(check.id, db);
    await db.checks.put(check);
  });
}

async function requireCheck(id: string, db: ConsoleDatabase): Promise<void> {
  if (!(await db.checks.get(id))) throw new Error('The check was dropped while it was made.');
}

/** Forgets a dry run. */
export async function dropCheck(checkId: string, db: ConsoleDatabase = database): Promise<void> {
  await db.transaction('rw', db.checks, db.checkPieces, db.jobs, db.batches, db.payloads, () =>
    deleteCheck(db, checkId),
  );
}

/** A piece of a dry run. A million rows may be in them, and only the page that made them reads them: more is not looked at. @throws UnreadableError */
function decodePiece(row: Stored<CheckPieceRow>): Omit<CheckPieceRow, 'findings'> & { findings: RowFinding[] } {
  return decodeStored(pieceSchema, row, 'A part of the check');
}

const pieceSchema = v.looseObject({
  check_id: v.string(),
  number: countSchema,
  findings: v.custom<RowFinding[]>((value) => Array.isArray(value) && value.every(isFinding)),
});

function isFinding(value: unknown): boolean {
  if (!isJsonObject(value) || !isJsonObject(value.record) || typeof value.record.row !== 'string') return false;
  const { state, cells } = value;
  return rowStates.some((each) => each === state) && Array.isArray(cells) && cells.every(isJsonObject);
}
