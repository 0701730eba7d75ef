import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import { readPage, walkRecords } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { DwRecord } from '../../../contract/records';
import type { Rectangle } from '../../../grid/selection/selection';
import { openWritesOfParts } from '../../../jobs/check/earlier-writes';
import type { TableReading } from '../../../jobs/check/live-rows';
import { onJobNews } from '../../../jobs/ledger/use-jobs';
import { type PreparedDelete, prepareDelete } from '../../../jobs/make/delete-job';
import type { NewJob } from '../../../jobs/plan/plan';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import { chunks } from '../../../jobs/table/request-size';
import { useSubscription } from '../../../state/store';
import { RowsMoved, rangeRowsMax, readRange } from '../edit/read-range-dialog';
import type { RecordPages } from '../rows/use-record-pages';

/** Selected rows, or the one record that is open. */
export type ChosenRecords = Pick<Rectangle, 'top' | 'bottom'> | { record: Id };

/** The records that are deleted. */
export type DeleteScope = 'chosen' | 'matching';

/** Records that were read and kept, and what is to be known of them before they are deleted. */
export interface KeptRecords {
  /** ID of the job that they become. */
  job: string;
  rows: number;
  /** The first of them, `namedMax` at most. */
  first: readonly DwRecord[];
  /** Chosen records that exist no more. */
  gone: number;
  /** Those with unsent changes. */
  drafted: number;
  /** How often the table changed under the paging. */
  drifted: number;
}

type Reading =
  | { phase: 'reading'; rows: number; requests: number }
  | { phase: 'stopped' | 'moved' | 'too-many' }
  | { phase: 'failed'; error: unknown }
  | { phase: 'kept'; kept: KeptRecords };

export interface DeleteRowsOptions {
  client: Client;
  query: RecordQuery;
  chosen: ChosenRecords;
  recordAt: RecordPages['recordAt'];
  about: Omit<NewJob, 'kind' | 'update_type' | 'update_by_fields' | 'undoes' | 'read_at'>;
  hasDraft(id: Id): boolean;
}

/** Records that a dialog names. */
export const namedMax = 10;

/** A browser has six connections to an origin; the page needs some of them. */
const readsAtOnce = 3;

const begun: Reading = { phase: 'reading', rows: 0, requests: 0 };

/** The records of a delete: read anew with all of their fields, and kept until a job is made of them or the dialog closes. */
export function useDeleteRows(options: DeleteRowsOptions, first: DeleteScope) {
  const { client, about } = options;
  const [scope, setScope] = useState(first);
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState<Reading>(begun);
  const failing = useFailingWalk(client);
  const work = useRef<AbortController>(null);
  const held = useRef<PreparedDelete>(null);

  const run = useEffectEvent(async (signal: AbortSignal) => {
    const found = createFound(options.hasDraft);
    const pages = recordsToDelete(options, scope, found, signal);
    try {
      const prepared = await prepareDelete(
        found.watch(pages),
        { ...about, read_at: Date.now() },
        {
          signal,
          onProgress: (rows) => signal.aborted || setReading({ phase: 'reading', rows, requests: found.requests }),
        },
      );
      if (signal.aborted) return void (await prepared.drop());
      held.current = prepared;
      setReading({ phase: 'kept', kept: found.kept(prepared) });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RowsMoved) setReading({ phase: 'moved' });
      else setReading(error instanceof TooManySelected ? { phase: 'too-many' } : { phase: 'failed', error });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scope and each attempt is a reading of its own
  useEffect(() => {
    const own = new AbortController();
    work.current = own;
    void run(own.signal).catch(() => {
      // Dropped in vain: a later check clears it away, as after a tab that was closed.
    });
    return () => {
      own.abort();
      void held.current?.drop().catch(() => {});
      held.current = null;
    };
  }, [scope, attempt]);

  return {
    scope,
    reading,
    failing,
    choose(next: DeleteScope) {
      setScope(next);
      setReading(begun);
    },
    readAgain() {
      setAttempt(attempt + 1);
      setReading(begun);
    },
    stop() {
      work.current?.abort();
      setReading({ phase: 'stopped' });
    },
    /** Makes a job of what is kept. @returns its ID; null where nothing is kept @throws when the browser refuses to store it */
    async start(): Promise<string | null> {
      const prepared = held.current;
      if (prepared === null) return null;
      // It belongs to its job from now on: a dialog that closes meanwhile must not drop it.
      held.current = null;
      try {
        return await prepared.start();
      } catch (error) {
        held.current = prepared;
        throw error;
      }
    },
  };
}

/** How many of the records that are kept for a job have an earlier change that may still be applied, kept up to date; 0 where the browser denies its database. */
export function useEarlierWrites(client: Client, tableId: Id, job: string | null): number {
  const listen = useCallback(
    (tell: (rows: number) => void) => {
      if (job === null) return () => {};
      // One after the other: what is told last was read last.
      let reading = Promise.resolve();
      const read = (): void => {
        reading = reading.then(async () => tell(await openWritesOfParts(job, ownerOf(client), tableId).catch(() => 0)));
      };
      read();
      return onJobNews(read);
    },
    [client, tableId, job],
  );
  return useSubscription(listen) ?? 0;
}

/** More rows are selected than are read at once. */
class TooManySelected extends Error {}

/** What is found while records are read. */
type Found = ReturnType<typeof createFound>;

export function createFound(hasDraft: DeleteRowsOptions['hasDraft']) {
  const first: DwRecord[] = [];
  let drafted = 0;
  return {
    requests: 0,
    gone: 0,
    drifted: 0,
    /** The same pages, counted as they pass. */
    async *watch(pages: AsyncIterable<readonly DwRecord[]>): AsyncGenerator<readonly DwRecord[]> {
      for await (const page of pages) {
        first.push(...page.slice(0, namedMax - first.length));
        drafted += page.filter(({ item_id }) => hasDraft(item_id)).length;
        yield page;
      }
    },
    kept({ id, rows }: Pick<PreparedDelete, 'id' | 'rows'>): KeptRecords {
      return { job: id, rows, first, gone: this.gone, drafted, drifted: this.drifted };
    },
  };
}

/** Pages of the records of a scope, each record once. @throws TooManySelected; RowsMoved; ApiError; the signal's reason */
async function* recordsToDelete(
  { client, query, chosen, recordAt }: Pick<DeleteRowsOptions, 'client' | 'query' | 'chosen' | 'recordAt'>,
  scope: DeleteScope,
  found: Found,
  signal: AbortSignal,
): AsyncGenerator<readonly DwRecord[]> {
  if (scope === 'matching') {
    for await (const step of walkRecords(client, query, { signal, parallel: readsAtOnce })) {
      Object.assign(found, { requests: step.requests, drifted: step.drifted });
      yield step.records;
    }
    return;
  }
  let listed = 0;
  const readOf = async (index: number) => {
    const options = { signal, priority: 'job' } as const;
    const { page } = await readPage(client, query, index * limits.pageSizeMax, options, () => {
      listed += 1;
    });
    return page.items;
  };
  const ids = 'record' in chosen ? [chosen.record] : await idsOfRows(chosen, recordAt, readOf);
  const reading = tableReading(client);
  for await (const page of recordsById(reading, query.table_id, ids, found, signal)) {
    found.requests = listed + reading.requests();
    yield page;
  }
}

/** IDs of the records in some rows, each once. @throws TooManySelected; RowsMoved; what reading throws */
async function idsOfRows(
  { top, bottom }: Pick<Rectangle, 'top' | 'bottom'>,
  recordAt: RecordPages['recordAt'],
  readOf: (page: number) => Promise<readonly DwRecord[]>,
): Promise<Id[]> {
  if (bottom - top >= rangeRowsMax) throw new TooManySelected();
  const rows = await readRange({ top, bottom, left: 0, right: 0 }, recordAt, readOf, () => {});
  const ids = new Set<Id>();
  for (let row = top; row <= bottom && row < rows.rows; row += 1) {
    const id = rows.recordAt(row)?.item_id;
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

/**
 * Records by their IDs as they are now; where a platform does not filter by them, out of the whole table.
 * @param found counts those that exist no more
 */
export async function* recordsById(
  { read, walk }: Pick<TableReading, 'read' | 'walk'>,
  tableId: Id,
  ids: readonly Id[],
  found: { gone: number },
  signal: AbortSignal,
): AsyncGenerator<readonly DwRecord[]> {
  const left = new Set<Id>();
  for (const some of chunks(ids, limits.pageSizeMax)) {
    const { records, missing, unreadable } = await read(tableId, some, signal);
    found.gone += missing.size;
    for (const id of unreadable) left.add(id);
    yield some.flatMap((id) => records.get(id) ?? []);
  }
  if (left.size === 0) return;
  for await (const page of walk(tableId, signal)) yield page.filter(({ item_id }) => left.delete(item_id));
  found.gone += left.size;
}
