/**
 * The query of the records page: filter and order, to see and to change, with what the answers show of them. Here are the bar above the grid and its
 * notices; the forms and dialogs that it opens are loaded after the first rows.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import { ApiError, knownCodes } from '../../../contract/errors';
import type { Filter, FilterCondition, FilterEntry } from '../../../contract/filter';
import type { DwRecord, Order } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button, IconButton } from '../../../ui/form/button';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { CloseIcon, FilterIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { ariaKeysOf, useShortcuts } from '../../../ui/shortcuts/shortcuts';
import { addressBytesMax, formatRecordsSearch, type SearchProblem } from '../../../url/records-search';
import { leadsToCells } from '../leads-to-cells';
import { usePageCommand } from '../page-commands';
import { FoldedActions } from '../records-header';
import type { LoadedPage } from '../rows/use-record-pages';
import { readFindings } from './filter-findings';
import type { Trust } from './filter-trust';
import { fitBar } from './fit-bar';
import { OrderControl } from './order-control';
import styles from './query-section.module.css';

/** Loaded with the first rows where the address has a filter. */
export const FilterPills = lazyPart(async () => (await import('./filter-pills')).FilterPills);
const later = () => import('../later');
const AddCondition = lazyPart(async () => (await later()).AddCondition);
const FilterBuilder = lazyPart(async () => (await later()).FilterBuilder);
const FilterJson = lazyPart(async () => (await later()).FilterJson);
const QueryNotices = lazyPart(async () => (await later()).QueryNotices);

/** Wide: the whole query of the page, and what may change it. */
interface QuerySectionProps {
  client: Client;
  query: RecordQuery;
  /** The name in the address for a filter too long for it. */
  kept: string | null;
  columns: readonly GridColumn[];
  /** The first page of this very query; empty while it is on its way. */
  records: readonly DwRecord[];
  /** The pages that are loaded, as many as the status bar speaks of. */
  loadedPages(): Iterable<LoadedPage>;
  /** Its answer has come, and it is one. */
  answered: boolean;
  /** Why it could not be loaded. */
  error: unknown;
  problems: readonly SearchProblem[];
  /** The form of a condition is open on this field; null: it is not. */
  filterBy: string | null;
  onFilterBy(field: string | null): void;
  onFilter(filter: Filter | null): void;
  /** Asks for what meets a further entry, too. */
  onNarrow(entry: FilterEntry): void;
  onOrder(order: Order | null): void;
  /** Takes what could not be read out of the address. */
  onForget(): void;
  /** The focus belongs to the cells again: by Escape, or as the filter was applied or cleared. */
  onLeave(): void;
  /** What is at the end of the bar. */
  children: ReactNode;
}

export function QuerySection(props: QuerySectionProps) {
  const { client, query, kept, columns, records, loadedPages, answered, error, problems } = props;
  const { filterBy, onFilterBy, onFilter, onNarrow, onOrder, onForget, onLeave, children } = props;
  const { filter, order } = query;
  const t = useTranslations('query');
  const trust = useTrust(client, query, columns, records, error);
  useQueryHistory(client.environment.name, query, answered);
  const line = useRef<HTMLDivElement>(null);
  const [adding, setAdding] = useState(false);
  // Alternatives of the condition that is being added: they are there again when the form is opened again.
  const [alternatives, setAlternatives] = useState<readonly FilterCondition[]>([]);
  const [dialog, setDialog] = useState<{ kind: 'builder' | 'json'; draft: Filter | null } | null>(null);
  const [left, setLeft] = useState<{ filter: Filter | null; draft: Filter } | null>(null);
  const bytes = useMemo(() => (filter ? formatRecordsSearch({ filter }).length : 0), [filter]);
  const long = filter && bytes > addressBytesMax ? { filter, bytes, kept } : null;
  const hasNotices = problems.length > 0 || trust.ignored.length > 0 || trust.unchanged !== null || long !== null;
  const context = { columns, trust, loadedRows: () => [...loadedPages()].flatMap(({ items }) => items) };
  const apply = (next: Filter | null) => {
    setDialog(null);
    setLeft(null);
    onFilter(next);
    focusWhenFree(onLeave);
  };
  useShortcuts({
    addCondition(event) {
      if (event.defaultPrevented) return;
      event.preventDefault();
      setAdding(true);
    },
  });
  // What was built and not applied is there again, as long as the filter is the same.
  const build = () => setDialog({ kind: 'builder', draft: left?.filter === filter ? left.draft : filter });
  usePageCommand('editFilter', build);
  usePageCommand('addCondition', () => setAdding(true));
  const clear = () => {
    setLeft(null);
    onFilter(null);
    // The button that was pressed is gone.
    onLeave();
  };
  usePageCommand('clearFilter', filter ? clear : null);
  const toAdd = () => line.current?.querySelector<HTMLElement>(`.${styles.add}`)?.focus();

  return (
    <>
      <div
        ref={fitBar}
        role="toolbar"
        aria-label={t('toolbar')}
        className={styles.bar}
        onKeyDown={(event) => {
          if (leadsToCells(event)) onLeave();
        }}
      >
        <div ref={line} className={styles.query}>
          <IconButton label={t('filter')} icon={<FilterIcon />} size="small" onClick={build} />
          {filter ? (
            <FilterPills
              {...context}
              filter={filter}
              onFilter={onFilter}
              onBuild={build}
              // In a cell the next Delete would empty it.
              onLast={toAdd}
            />
          ) : null}
          <Popover
            label={t(filterBy === null ? 'addCondition' : 'filterField')}
            open={adding || filterBy !== null}
            onOpenChange={(open) => {
              setAdding(open);
              if (!open) onFilterBy(null);
            }}
            trigger={
              <button
                type="button"
                className={styles.add}
                title={filter ? t('addCondition') : undefined}
                aria-keyshortcuts={ariaKeysOf('addCondition')}
              >
                <span aria-hidden="true">{filter ? '+' : '+ '}</span>
                {filter ? <span className="visually-hidden">{t('addCondition')}</span> : t('addCondition')}
              </button>
            }
          >
            <AddCondition
              {...context}
              filter={filter}
              field={filterBy}
              alternatives={alternatives}
              onAlternatives={setAlternatives}
              onFilter={onFilter}
              onNarrow={onNarrow}
              onDone={() => {
                setAdding(false);
                onFilterBy(null);
              }}
            />
          </Popover>
          {filter ? (
            <IconButton label={t('clearFilter')} icon={<CloseIcon size={14} />} size="small" onClick={clear} />
          ) : null}
          <OrderControl order={order} columns={columns} onChange={onOrder} />
        </div>
        <div className={styles.end}>
          <FoldedActions>
            <Button kind="ghost" size="small" onClick={() => setDialog({ kind: 'json', draft: filter })}>
              {t('json')}
            </Button>
            {children}
          </FoldedActions>
        </div>
        {dialog?.kind === 'builder' ? (
          <FilterBuilder
            {...context}
            filter={filter}
            start={dialog.draft}
            onApply={apply}
            onOpenJson={(draft) => setDialog({ kind: 'json', draft })}
            onClose={(draft) => {
              setDialog(null);
              setLeft(draft && { filter, draft });
            }}
          />
        ) : null}
        {dialog?.kind === 'json' ? (
          <FilterJson
            filter={dialog.draft}
            onApply={apply}
            onOpenBuilder={(draft) => setDialog({ kind: 'builder', draft })}
            onClose={() => setDialog(null)}
          />
        ) : null}
      </div>
      {hasNotices ? (
        <QueryNotices problems={problems} trust={trust} columns={columns} long={long} onForget={onForget} />
      ) : null}
    </>
  );
}

const nothingFound = { ignored: [], refused: null, unchanged: null };

/** What the answers show of the filter. The code that judges them is loaded after the first rows: until then nothing is claimed. */
function useTrust(
  client: Client,
  query: RecordQuery,
  columns: readonly GridColumn[],
  records: readonly DwRecord[],
  error: unknown,
): Trust {
  const queryClient = useQueryClient();
  const refusal = isRefusal(error) ? error : null;
  const [judged, setJudged] = useState<Trust & { filter: Filter | null }>(() => ({
    ...nothingFound,
    filter: null,
    findings: readFindings(client.environment.name),
  }));
  useEffect(() => {
    const { filter } = query;
    if (filter === null || (records.length === 0 && refusal === null)) return;
    let wanted = true;
    const judge = async (): Promise<void> => {
      const { judgeFilter } = await later();
      if (!wanted) return;
      setJudged({ filter, ...judgeFilter({ queryClient, client, query, filter, columns, records, refusal }) });
    };
    // Without its code the filter is not judged: the next answer tries again.
    judge().catch(() => {});
    return () => {
      wanted = false;
    };
  }, [queryClient, client, query, columns, records, refusal]);
  // Findings about operators stay; findings about a response end with its filter.
  if (judged.filter !== query.filter) return { ...nothingFound, findings: judged.findings };
  return refusal ? judged : { ...judged, refused: null };
}

/** The platform responded with a refusal, which is not about the key or the table. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || (error.kind !== 'system' && error.kind !== 'business')) return false;
  return error.code !== knownCodes.authenticationFailed && error.code !== knownCodes.gone;
}

/** Milliseconds that a query must stay before it is one to come back to: who clicks through orders is looking for one. */
const rememberAfterMs = 1000;

/** Remembers the queries that were answered, for this table in this browser. */
function useQueryHistory(environment: string, query: RecordQuery, answered: boolean): void {
  useEffect(() => {
    if (!answered || (query.filter === null && query.order === null)) return;
    const remember = async (): Promise<void> => {
      const { rememberQuery } = await later();
      await rememberQuery(environment, query);
    };
    const timer = setTimeout(() => void remember().catch(() => {}), rememberAfterMs);
    return () => clearTimeout(timer);
  }, [environment, query, answered]);
}
