import { useState } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import { readPage, walkRecords } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { DwRecord } from '../../../contract/records';
import type { Rectangle } from '../../../grid/selection/selection';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { RowsMoved, rangeRowsMax, readRange } from '../edit/read-range-dialog';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';

/** The rows that a bulk change is of. */
export type BulkScope = 'selected' | 'loaded' | 'matching';

/** Rows that one change looks at, at most: what is needed of each is held in memory. */
export const bulkRowsMax = 1_000_000;
/** A browser has six connections to an origin; the page needs some of them. */
const readsAtOnce = 3;

type Loading =
  | { phase: 'idle' | 'stopped' | 'moved' | 'too-many' }
  | { phase: 'reading'; rows: number; requests: number }
  | { phase: 'failed'; error: unknown };

interface Loaded {
  records: readonly DwRecord[];
  /** The fields that were kept of each. */
  fields: readonly string[];
  /** How often the table changed under the paging. */
  drifted: number;
}

interface BulkRowsOptions {
  client: Client;
  query: RecordQuery;
  /** What is selected. */
  range: Pick<Rectangle, 'top' | 'bottom'>;
  pages: Pick<RecordPages, 'recordAt' | 'loadedPages'>;
  extent: Extent;
}

/** The rows of a bulk change: those loaded when it began, and the others on request. */
export function useBulkRows({ client, query, range, pages, extent }: BulkRowsOptions) {
  const [atFirst] = useState(() => rowsHeld(range, pages, extent));
  const [loaded, setLoaded] = useState<Partial<Record<BulkScope, Loaded>>>({});
  const [loading, setLoading] = useState<Loading>({ phase: 'idle' });
  const failing = useFailingWalk(client);
  const { start, stop } = useAbortable();

  /** The rows of a scope as far as they are loaded, with these fields. */
  function rowsOf(scope: BulkScope, fields: readonly string[]) {
    const own = loaded[scope];
    if (own && fields.every((field) => own.fields.includes(field))) return { ...own, isComplete: true };
    return { ...atFirst[scope], drifted: 0 };
  }

  /** Loads every row of a scope, and keeps these fields of each. Null when it was stopped or failed, see `loading`. */
  async function load(scope: BulkScope, fields: readonly string[]): Promise<Loaded | null> {
    const all = await loadRows({ client, query, range, pages }, scope, fields, start(), setLoading);
    if (all === null) return null;
    setLoaded((now) => ({ ...now, [scope]: all }));
    setLoading({ phase: 'idle' });
    return all;
  }

  return { rowsOf, load, loading, failing, stop };
}

/**
 * Every row of a scope, with these fields of each.
 * @param tell called with how far it is, and with why there are none
 * @returns null when it was stopped or failed
 */
export async function loadRows(
  { client, query, range, pages }: Omit<BulkRowsOptions, 'extent'>,
  scope: BulkScope,
  fields: readonly string[],
  signal: AbortSignal,
  tell: (loading: Loading) => void,
): Promise<Loaded | null> {
  const records: DwRecord[] = [];
  let requests = 0;
  let drifted = 0;
  const take = (record: DwRecord) => records.push(withFields(record, fields));
  tell({ phase: 'reading', rows: 0, requests });
  try {
    if (scope === 'matching') {
      for await (const step of walkRecords(client, query, { signal, parallel: readsAtOnce })) {
        step.records.forEach(take);
        ({ requests, drifted } = step);
        tell({ phase: 'reading', rows: records.length, requests });
        signal.throwIfAborted();
        if (records.length > bulkRowsMax) {
          tell({ phase: 'too-many' });
          return null;
        }
      }
    } else {
      if (range.bottom - range.top >= rangeRowsMax) {
        tell({ phase: 'too-many' });
        return null;
      }
      const readOf = async (index: number) => {
        const options = { signal, priority: 'job' } as const;
        const { page } = await readPage(client, query, index * limits.pageSizeMax, options, () => {
          requests += 1;
        });
        return page.items;
      };
      const rows = { ...range, left: 0, right: 0 };
      const read = await readRange(rows, pages.recordAt, readOf, (done) =>
        tell({ phase: 'reading', rows: done * limits.pageSizeMax, requests }),
      );
      for (let row = range.top; row <= range.bottom && row < read.rows; row += 1) {
        const record = read.recordAt(row);
        if (record) take(record);
      }
    }
    signal.throwIfAborted();
    return { records, fields, drifted };
  } catch (error) {
    if (signal.aborted) tell({ phase: 'stopped' });
    else tell(error instanceof RowsMoved ? { phase: 'moved' } : { phase: 'failed', error });
    return null;
  }
}

type Held = Record<BulkScope, { records: readonly DwRecord[]; isComplete: boolean }>;

function rowsHeld(range: BulkRowsOptions['range'], pages: BulkRowsOptions['pages'], extent: Extent): Held {
  const byId = new Map<Id, DwRecord>();
  for (const { items } of pages.loadedPages()) for (const record of items) byId.set(record.item_id, record);
  const records = [...byId.values()];
  const selected: DwRecord[] = [];
  // No more rows are read than can be changed at once.
  const last = Math.min(range.bottom, range.top + rangeRowsMax, (extent.exactly ?? Number.POSITIVE_INFINITY) - 1);
  let unread = 0;
  for (let row = range.top; row <= last; row += 1) {
    const record = pages.recordAt(row);
    if (record) selected.push(record);
    else unread += 1;
  }
  return {
    selected: { records: selected, isComplete: unread === 0 },
    loaded: { records, isComplete: true },
    matching: { records, isComplete: records.length === extent.exactly },
  };
}

/** What a change needs of a record: of a million, all fields would not fit. */
function withFields(record: DwRecord, fields: readonly string[]): DwRecord {
  const kept = fields.filter((field) => Object.hasOwn(record.fields, field));
  return { ...record, fields: Object.fromEntries(kept.map((field) => [field, record.fields[field] ?? null])) };
}
