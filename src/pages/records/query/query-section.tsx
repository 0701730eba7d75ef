import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { RecordQuery } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import type { Filter } from '../../../contract/filter';
import type { DwRecord, Order } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { addressBytesMax, formatRecordsSearch, type SearchProblem } from '../../../url/records-search';
import { QueryBar } from './query-bar';
import { useTrust } from './use-trust';

const QueryNotices = lazyPart(async () => (await import('./query-notices')).QueryNotices);

/** Milliseconds that a question must stand before it is one to come back to: who clicks through orders is looking for one. */
const noteAfterMs = 1000;

interface QuerySectionProps {
  client: Client;
  query: RecordQuery;
  /** The name in the address that stands for a filter too long for it. */
  kept: string | null;
  columns: readonly GridColumn[];
  /** The first page of this very question; empty while it is on its way. */
  records: readonly DwRecord[];
  /** The first pages read of it. */
  pages: readonly (readonly DwRecord[])[];
  /** Its answer has come, and it is one. */
  answered: boolean;
  /** Why it could not be read. */
  error: unknown;
  problems: readonly SearchProblem[];
  onFilter(filter: Filter | null): void;
  onOrder(order: Order | null): void;
  /** Takes what could not be read out of the address. */
  onForget(): void;
  /** What stands at the end of the bar. */
  children: ReactNode;
}

/** The question and what is to be known about it. What answers show is found here, so that nothing else is drawn anew by it. */
export function QuerySection(props: QuerySectionProps) {
  const { client, query, kept, columns, records, pages, answered, error, problems } = props;
  const { onFilter, onOrder, onForget, children } = props;
  const { filter, order } = query;
  const latest = useRef(pages);
  useEffect(() => {
    latest.current = pages;
  }, [pages]);
  const rowsRead = useCallback(() => latest.current.flat(), []);
  const trust = useTrust(client, query, columns, records, error);
  useHistory(client.environment.name, query, answered);
  const bytes = useMemo(() => (filter ? formatRecordsSearch({ filter }).length : 0), [filter]);
  const long = filter && bytes > addressBytesMax ? { filter, bytes, kept } : null;
  const told = problems.length > 0 || trust.ignored.length > 0 || trust.unchanged !== null || long !== null;
  return (
    <>
      <QueryBar
        filter={filter}
        order={order}
        columns={columns}
        trust={trust}
        rowsRead={rowsRead}
        onFilter={onFilter}
        onOrder={onOrder}
      >
        {children}
      </QueryBar>
      {told ? (
        <QueryNotices problems={problems} trust={trust} columns={columns} long={long} onForget={onForget} />
      ) : null}
    </>
  );
}

/** Remembers the questions that were answered, for this table in this browser. */
function useHistory(environment: string, query: RecordQuery, answered: boolean): void {
  useEffect(() => {
    if (!answered || (query.filter === null && query.order === null)) return;
    const timer = setTimeout(async () => {
      const { noteQuestion } = await import('../views/kept-questions');
      await noteQuestion(environment, query);
    }, noteAfterMs);
    return () => clearTimeout(timer);
  }, [environment, query, answered]);
}
