import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../../api/client';
import { type RecordQuery, recordPageOptions, recordQueryKey, recordsKey } from '../../api/records';
import type { Answer } from '../../api/send';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordPage } from '../../contract/records';
import type { ReadPage } from '../../grid/extent';
import { type Looked, look, notLooked } from '../../grid/looked-at';
import { pageAhead, pagesUnder, type RowWindow } from '../../grid/row-window';

const pageSize = limits.pageSizeMax;
/** Pages kept for the grid: twenty thousand rows. Farther ones are read again when somebody goes there. */
const pagesKept = 200;

/** Everything that was read for one question. Filled while drawing, always with the same for the same answers. */
interface Reading {
  key: string;
  answers: Map<number, Answer<RecordPage>>;
  /** What the pages said about the number of rows, also of pages that were dropped. */
  facts: Map<number, ReadPage>;
  latest: Answer<RecordPage> | null;
}

export interface RecordPages {
  recordAt(row: number): DwRecord | undefined;
  /** The row of a record among those read; null when it is not there. */
  rowOf(itemId: string): number | null;
  /** The records of the first pages read, in order: what columns are found from. */
  pages: readonly (readonly DwRecord[])[];
  facts: readonly ReadPage[];
  /** The answer that came last. */
  latest: Answer<RecordPage> | null;
  /** The first page of this question has not come yet, and no other rows stand in for it. */
  loading: boolean;
  /** The rows shown are those of the question before; those of this one are on their way. */
  older: boolean;
  /** Something is being read. */
  reading: boolean;
  /** Why the last read under the window failed; rows read before stay. */
  error: unknown;
  /** Takes the rows that are seen; `rows` is how many the scroll holds. */
  look(seen: RowWindow, direction: 1 | -1, rows: number): void;
  retry(): void;
  /** Reads the pages on the screen again; the rows stay meanwhile. */
  refresh(): void;
}

function newReading(key: string): Reading {
  return { key, answers: new Map(), facts: new Map(), latest: null };
}

/** The pages of a question under the window, and slightly ahead; a page that is no longer looked at is not read to its end. */
export function useRecordPages(client: Client, query: RecordQuery): RecordPages {
  const queryClient = useQueryClient();
  const key = JSON.stringify(recordQueryKey(client, query));
  const [wanted, setWanted] = useState<{ key: string; pages: number[]; ahead: number | null }>(() => first(key));
  const asked = wanted.key === key ? wanted : first(key);
  const reading = useMemo(() => newReading(key), [key]);

  const indexes = asked.ahead === null ? asked.pages : [...asked.pages, asked.ahead];
  const results = useQueries({
    queries: indexes.map((index) =>
      recordPageOptions(client, query, index * pageSize, index === asked.ahead ? 'prefetch' : 'interactive'),
    ),
  });
  for (const [place, { data }] of results.entries()) {
    const index = indexes[place] ?? 0;
    if (data && reading.answers.get(index) !== data) note(reading, index, data, query.filter !== null);
  }
  drop(reading, asked.pages[0] ?? 0);

  const failed = results.find(({ error }, place) => error && indexes[place] !== asked.ahead);
  const ready = reading.answers.size > 0 || failed !== undefined;
  const [last, setLast] = useState(reading);
  if (ready && last !== reading) setLast(reading);
  const shown = ready || last.answers.size === 0 ? reading : last;

  const looker = useLooker(key, setWanted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer makes other rows known, and the grid must ask again
  const recordAt = useCallback(
    (row: number) => shown.answers.get(Math.floor(row / pageSize))?.data.items[row % pageSize],
    [shown, shown.latest],
  );

  return {
    recordAt,
    rowOf(itemId) {
      for (const [index, { data }] of shown.answers) {
        const place = data.items.findIndex(({ item_id }) => item_id === itemId);
        if (place >= 0) return index * pageSize + place;
      }
      return null;
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the map is filled in place; a new latest answer says so
    pages: useMemo(
      () => [...shown.answers].sort(([a], [b]) => a - b).map(([, { data }]) => data.items),
      [shown, shown.latest],
    ),
    // biome-ignore lint/correctness/useExhaustiveDependencies: as above
    facts: useMemo(() => [...shown.facts.values()], [shown, shown.latest]),
    latest: shown.latest,
    loading: !ready && shown === reading,
    older: shown !== reading,
    reading: results.some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
    look: looker,
    retry() {
      for (const result of results) if (result.error) void result.refetch();
    },
    refresh() {
      // Pages off the screen may have changed as well: they are forgotten here, and read when somebody goes there.
      for (const index of reading.answers.keys()) if (!indexes.includes(index)) reading.answers.delete(index);
      for (const index of reading.facts.keys()) if (!indexes.includes(index)) reading.facts.delete(index);
      void queryClient.invalidateQueries({ queryKey: recordsKey(client, query.table_id) });
    },
  };
}

function first(key: string): { key: string; pages: number[]; ahead: number | null } {
  return { key, pages: [0], ahead: null };
}

function note(reading: Reading, index: number, answer: Answer<RecordPage>, filtered: boolean): void {
  reading.answers.set(index, answer);
  const { items, has_more, filtered: matching, total } = answer.data;
  // `total` counts the table, `filtered` the question (field notes).
  reading.facts.set(index, {
    index,
    rows: items.length,
    hasMore: has_more,
    total: filtered ? matching : (matching ?? total),
  });
  reading.latest = answer;
}

function drop(reading: Reading, near: number): void {
  if (reading.answers.size <= pagesKept) return;
  const far = [...reading.answers.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
  for (const index of far.slice(0, reading.answers.size - pagesKept)) reading.answers.delete(index);
}

/** Turns what the grid looks at into the pages to ask for; waits while the scroll flies past. */
function useLooker(
  key: string,
  setWanted: (next: { key: string; pages: number[]; ahead: number | null }) => void,
): RecordPages['look'] {
  const state = useRef<{ key: string; looked: Looked; timer: number; sent: string }>({
    key,
    looked: notLooked,
    timer: 0,
    sent: '',
  });
  useEffect(() => () => clearTimeout(state.current.timer), []);
  return useCallback(
    (seen, direction, rows) => {
      const own = state.current;
      if (own.key !== key) Object.assign(own, { key, looked: notLooked, sent: '' });
      const seenPages = pagesUnder(seen, pageSize);
      // No rows to look at, perhaps those of the question before: the first page tells.
      const under = seenPages.length > 0 ? seenPages : [0];
      const step = (): void => {
        const now = performance.now();
        const { looked, wanted, wakeAt } = look(own.looked, under, now);
        own.looked = looked;
        clearTimeout(own.timer);
        if (wakeAt !== null) own.timer = window.setTimeout(step, wakeAt - now + 1);
        const ahead = wakeAt === null && seenPages.length > 0 ? pageAhead(seen, direction, rows, pageSize) : null;
        const next = { key, pages: wanted, ahead };
        const text = JSON.stringify(next);
        if (text === own.sent) return;
        own.sent = text;
        setWanted(next);
      };
      step();
    },
    [key, setWanted],
  );
}
