import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '../../api/client';
import { readPatiently } from '../../api/patient-read';
import { type RecordQuery, recordPageOptions, recordThereOptions } from '../../api/records';
import { type FailingRead, failingReadOf } from '../../api/retry';
import { askedFields, wasAskedFor } from '../../api/return-fields';
import type { Answer } from '../../api/send';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordPage } from '../../contract/records';
import type { ReadPage } from '../../grid/extent';
import type { RowWindow } from '../../grid/row-window';
import type { AskedFields } from './asked-fields';
import { createPageReader, keyOfQuestion, type PageReader, requestOfRow } from './page-reader';
import { fieldsOfPage, noteAnswer, noteProbe, openEnd, type Reading } from './reading';
import { useLooker } from './use-looker';
import { useReaderState } from './use-reader-state';

const pageSize = limits.pageSizeMax;
/** Milliseconds that the end of what is known must be looked at before a request is spent on what comes after it. */
const probeAfterMs = 400;
/** Milliseconds without an answer after which what was read besides the first page counts for the columns. */
const settleMs = 500;

/** A page that was read. */
export interface HeldPage {
  index: number;
  items: readonly DwRecord[];
  /** The fields that it was asked for; null: all. */
  asked: ReadonlySet<string> | null;
  /** No row comes after it. */
  last: boolean;
}

export interface RecordPages {
  recordAt(row: number): DwRecord | undefined;
  /** Every page that is held, in the order read. */
  held(): Iterable<HeldPage>;
  /** The number of the request that a row came with, or that failed to bring it. */
  requestOf(row: number): number | null;
  /** The row of a record among those read; null when it is not there. */
  rowOf(itemId: string): number | null;
  /** The records of the first pages read, and of those that show further fields, in order: what columns are found from. */
  pages: readonly (readonly DwRecord[])[];
  facts: readonly ReadPage[];
  /** The answer that came last. */
  latest: Answer<RecordPage> | null;
  /** The first page of this question has not come yet, and no other rows stand in for it. */
  loading: boolean;
  /** The rows shown are those of the question before; those of this one are on their way. */
  older: boolean;
  /** Something is being read, for longer than a moment. */
  reading: boolean;
  /** Why the last read under the window failed; rows read before stay. */
  error: unknown;
  /** A read under the window that has failed and is tried again; null when there is none. */
  failing: FailingRead | null;
  /** Takes the rows that are seen; `rows` is how many the scroll holds. */
  look(seen: RowWindow, direction: 1 | -1, rows: number): void;
  /**
   * Reads the page of a row that may be past everything that is known.
   * @returns whether the row is there
   * @throws what the read throws
   */
  reach(row: number): Promise<boolean>;
  retry(): void;
  /** Reads the pages on the screen again; the rows stay meanwhile. */
  refresh(): void;
}

/**
 * The pages of a question under the window, and slightly ahead; a page that is no longer looked at is not read to its end.
 * @param redraw draws the rows anew that the grid shows, or records of another question in their place; false where it could not
 */
export function useRecordPages(
  client: Client,
  query: RecordQuery,
  asking: AskedFields,
  redraw: (records?: RecordPages['recordAt']) => boolean,
): RecordPages {
  const queryClient = useQueryClient();
  const key = keyOfQuestion(client, query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question
  const reader = useMemo(() => createPageReader(queryClient, client, query), [queryClient, key]);
  const { reading } = reader;
  const drawn = useRef<Reading>(null);
  const redrawOf = useCallback(
    (of: Reading) => redraw(of === drawn.current ? undefined : (row) => recordIn(of, row)),
    [redraw],
  );
  const { busy, error, failing } = useReaderState(reader, redrawOf);
  useLayoutEffect(() => reader.ask(asking), [reader, asking]);
  const { needed } = asking;
  const probed = useProbe(client, query, reading, busy);
  useEffect(() => {
    if (probed === null) return;
    noteProbe(reading, probed.index, probed.more);
    reader.changed();
  }, [reader, reading, probed]);

  const ready = reading.answers.size > 0 || error !== null;
  const [last, setLast] = useState<PageReader>(reader);
  if (ready && last !== reader) setLast(reader);
  const shown = ready || last.reading.answers.size === 0 ? reading : last.reading;

  useLayoutEffect(() => {
    drawn.current = shown;
  }, [shown]);

  const look = useLooker(reader);
  const { version, shows } = shown;
  const sampled = useSettled(shown.sampled, version);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer makes other rows known, and the grid must ask again
  const recordAt = useCallback(
    (row: number) => {
      const record = recordIn(shown, row);
      // A field that was not asked for is not missing: the row is read again.
      return record && wasAskedFor(record, needed) ? record : undefined;
    },
    [shown, version, needed],
  );

  return {
    recordAt,
    *held() {
      for (const [index, { data }] of shown.answers) {
        const last = data.has_more === false || data.items.length < pageSize;
        yield { index, items: data.items, asked: data.items[0] ? askedFields(data.items[0]) : null, last };
      }
    },
    requestOf: (row) => requestOfRow(shown, reader, row),
    rowOf(itemId) {
      for (const [index, { data }] of shown.answers) {
        const place = data.items.findIndex(({ item_id }) => item_id === itemId);
        if (place >= 0) return index * pageSize + place;
      }
      return null;
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the map is filled in place; the counters say when
    pages: useMemo(
      () => [...shown.sample].sort(([a], [b]) => a - b).map(([, items]) => items),
      [shown, shows, sampled],
    ),
    // biome-ignore lint/correctness/useExhaustiveDependencies: as above
    facts: useMemo(() => [...shown.facts.values()], [shown, version]),
    latest: shown.latest,
    loading: !ready && shown === reading,
    older: shown !== reading,
    reading: busy,
    error,
    failing: failing === null ? null : failingReadOf(failing, reader.tryNow),
    look,
    async reach(row) {
      const index = Math.floor(row / pageSize);
      const own = fieldsOfPage(reading, index, asking.needed, asking.fields);
      const options = recordPageOptions(client, query, index * pageSize, 'interactive', own);
      const read = () => queryClient.fetchQuery({ ...options, retry: false });
      const answer = await readPatiently(client, read, new AbortController().signal);
      noteAnswer(reading, index, answer, query.filter !== null);
      reader.changed();
      return row - index * pageSize < answer.data.items.length;
    },
    retry: reader.retry,
    refresh: reader.refresh,
  };
}

function recordIn({ answers }: Reading, row: number): DwRecord | undefined {
  return answers.get(Math.floor(row / pageSize))?.data.items[row % pageSize];
}

/** The records of the first page of the question that is asked now; none while the rows shown are those of another. */
export function firstPageOf({ older, pages }: RecordPages): readonly DwRecord[] {
  return older ? noRecords : (pages[0] ?? noRecords);
}

const noRecords: readonly DwRecord[] = [];

/** A value after nothing has been read for a while: what follows from it draws every cell anew, which is not for the middle of a scroll. */
function useSettled(value: number, version: number): number {
  const [settled, setSettled] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the wait anew
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value, version]);
  return settled;
}

/** Asks for the one row after everything that is known, once nothing else is read: a full page does not say whether it is the last one. */
function useProbe(
  client: Client,
  query: RecordQuery,
  reading: Reading,
  busy: boolean,
): { index: number; more: boolean } | null {
  const index = busy ? null : openEnd(reading);
  const [due, setDue] = useState<{ reading: Reading; index: number } | null>(null);
  useEffect(() => {
    if (index === null) return;
    const timer = setTimeout(() => setDue({ reading, index }), probeAfterMs);
    return () => clearTimeout(timer);
  }, [reading, index]);
  const asked = due !== null && due.reading === reading && due.index === index ? due.index : null;
  const { data } = useQuery({
    ...recordThereOptions(client, query, ((asked ?? 0) + 1) * pageSize),
    enabled: asked !== null,
  });
  return useMemo(() => (asked === null || data === undefined ? null : { index: asked, more: data }), [asked, data]);
}
