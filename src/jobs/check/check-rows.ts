import { steadyTimeout } from '../../api/wire/clock';
import type { Id } from '../../contract/ids';
import { isEmptyValue } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { DwRecord, UpdateMode } from '../../contract/records';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import type { CheckRow, JobField } from '../../storage/job-rows';
import type { ChangedRecord } from '../table/changes';
import { newJobId } from '../table/job-state';
import { keysAtOnce, liveValue } from '../table/record-key';
import { countFindings, noCounts } from './check-counts';
import { createJudge, type LiveRows, type RowFinding } from './dry-run';
import { createLiveReader, onlyWith, readPieces, type TableReading } from './live-rows';
import { disambiguatingFields } from './similar-records';
import { dropCheck, storePiece, storeWhole, withPiece } from './stored-check';

/** What a dry run over many rows is about. */
export interface CheckAbout extends Owner, UpdateMode {
  table_id: Id;
  fields: JobField[];
  /** Fields of the table that the rows do not have, as far as known: they too distinguish records of one key. */
  others?: JobField[];
}

export interface CheckOptions {
  reading: TableReading;
  signal: AbortSignal;
  /** How many rows there are, where known: for the number of requests planned, and to walk a short table instead. */
  rows: number | null;
  /** Cells whose change of JSON kind is allowed, as in `DryRunOptions`. */
  agreed?: ReadonlySet<string>;
  /** While the whole table is read, after each page of it. */
  onReading?(check: CheckRow): void;
  /** After each piece. */
  onProgress?(check: CheckRow): void;
  /** Called at the end, with what judging single rows again needs. */
  onDone?(known: KnownRows): void;
  db?: ConsoleDatabase;
}

/** The state of a finished check that `judgeAgain` needs to judge single rows again. */
export interface KnownRows {
  read(rows: readonly ChangedRecord[], signal: AbortSignal): Promise<LiveRows>;
  judge(row: ChangedRecord, live: LiveRows): RowFinding;
  /** As of a `Judge`. */
  release(row: string): void;
  /** As the check has it. */
  meant(): CheckRow['meant'];
}

/** Requests for the rows that are read and judged together: a few under way at once, and little held in memory. */
const requestsOfPiece = 16;
/** Rows that are judged in one task of the page: of all that are read together it would be a tenth of a second and more. */
const judgedAtOnce = 200;
/** Records of which a row may mean one: who looks for one among more is helped by another key alone. */
const candidatesKept = 100;
/** Longer than a tab is left open between a check and its job, also by a clock that is set ahead by a day. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The dry run of a job of any size: reads the live rows within the rate budget, judges each row by the rules of 4.5 (`createJudge`), and keeps what it
 * found in IndexedDB piece by piece, so that a million rows are never held at once. `createJobOfCheck` makes the job of it; `dropCheck` forgets it.
 * @throws ApiError of a reading that failed after its retries; the signal's reason when it is stopped: nothing is kept then
 */
export async function checkRows(
  rows: Iterable<ChangedRecord> | AsyncIterable<ChangedRecord>,
  about: CheckAbout,
  { reading, signal, rows: total, agreed, onReading, onProgress, onDone, db = database }: CheckOptions,
): Promise<CheckRow> {
  const now = reading.now();
  await dropOldChecks(about, now, db);
  const { environment, identity, table_id, update_type, update_by_fields, fields, others = [] } = about;
  const fieldOf = new Map([...fields, ...others].map((field) => [field.field_id, field]));
  const tellingOf = (records: readonly DwRecord[], finding: RowFinding): string[] =>
    disambiguatingFields(records, finding, update_by_fields, (id) => fieldOf.get(id));
  let check: CheckRow = {
    id: newJobId(now),
    environment,
    identity,
    table_id,
    update_type,
    update_by_fields: [...update_by_fields],
    fields,
    others,
    created_at: now,
    done: false,
    pieces: [],
    counts: noCounts(),
    requests: 0,
    planned: null,
    way: 'filter',
    read_from: now,
    meant: {},
    changes: 0,
    job_id: null,
  };
  const { judge, rowOf, release } = createJudge({ fields, mode: about, agreed });
  const live = createLiveReader(reading, about, total, true, () =>
    onReading?.({ ...check, requests: reading.requests(), planned: live.planned(), way: live.way() }),
  );
  const candidateIds = new Set<Id>();
  const known: KnownRows = {
    read: live.read,
    judge(row, found) {
      const finding = trimmed(judge(row, found), tellingOf);
      for (const { item_id } of finding.candidates ?? []) candidateIds.add(item_id);
      return finding;
    },
    release,
    meant() {
      return Object.fromEntries(
        [...candidateIds].flatMap((id) => {
          const row = rowOf(id);
          return row === null ? [] : [[id, row]];
        }),
      );
    },
  };
  await db.checks.add(check);
  try {
    const size = requestsOfPiece * (update_type === 'upsert' ? keysAtOnce : limits.pageSizeMax);
    for await (const { rows: piece, live: found } of readPieces(rows, size, live, signal)) {
      const findings: RowFinding[] = [];
      for (const [index, row] of piece.entries()) {
        // The page has its turn, also where it is hidden.
        if (index > 0 && index % judgedAtOnce === 0) await new Promise<void>((next) => void steadyTimeout(next, 0));
        findings.push(known.judge(row, found));
      }
      check = withPiece(
        {
          ...check,
          requests: reading.requests(),
          planned: live.planned(),
          way: live.way(),
          read_from: Math.min(check.read_from, found.read_at),
          ...(found.changed_on === undefined ? {} : { changed_on: found.changed_on }),
        },
        check.pieces.length + 1,
        countFindings(findings, update_by_fields),
      );
      await storePiece(check, findings, db);
      onProgress?.(check);
      signal.throwIfAborted();
    }
    check = { ...check, meant: known.meant(), done: true };
    await storeWhole(check, db);
    onDone?.(known);
    return check;
  } catch (error) {
    await dropCheck(check.id, db);
    throw error;
  }
}

/** What a closed tab left behind. */
async function dropOldChecks({ environment, identity }: Owner, now: number, db: ConsoleDatabase): Promise<void> {
  const old = await db.checks.where('[environment+identity]').equals([environment, identity]).toArray();
  for (const { id, created_at } of old) if (!(now - Number(created_at) <= keptMs)) await dropCheck(String(id), db);
}

/**
 * Of a live record only what the row concerns, and of its blanks only those over a value: a million of them are kept. Of several candidates also what
 * distinguishes them.
 */
function trimmed(
  { record: { blank = [], ...record }, ...judged }: RowFinding,
  tellingOf: (records: readonly DwRecord[], finding: RowFinding) => string[],
): RowFinding {
  const { live, candidates } = judged;
  const keptByBlank = live === null ? [] : blank.filter((field_id) => !isEmptyValue(liveValue(live, field_id)));
  const finding: RowFinding = { ...judged, record, ...(keptByBlank.length > 0 ? { keptByBlank } : {}) };
  const wanted = new Set([...finding.cells.map(({ field_id }) => field_id), ...keptByBlank]);
  if (candidates) {
    // Which blanks are over a value is known once a record is chosen.
    if (blank.length > 0) finding.record = { ...record, blank };
    if (candidates.length > candidatesKept) finding.candidatesInAll = candidates.length;
    const kept = candidates.slice(0, candidatesKept);
    const telling = kept.length > 1 ? tellingOf(kept, finding) : [];
    finding.candidates = kept.map((each) => onlyWith(each, new Set([...wanted, ...blank, ...telling])));
  }
  return finding.live === null ? finding : { ...finding, live: onlyWith(finding.live, wanted) };
}
