import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type RecordQuery, recordPageOptions } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import { readPatiently, useFailingWalk } from '../../../api/wire/query-client';
import type { FilterEntry } from '../../../contract/filter';
import { limits } from '../../../contract/limits';
import { columnKindKey, columnLabel } from '../../../grid/columns/column-label';
import { columnsInOrder, gridColumnOf } from '../../../grid/columns/column-table';
import { recordColumnId } from '../../../grid/columns/columns-of';
import { addPage, newFacts, nextPages } from '../../../grid/profile/field-facts';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { SearchField } from '../../../ui/form/text-field';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { Dialog } from '../../../ui/overlay/dialog';
import type { LoadedPage } from '../rows/use-record-pages';
import { DescribeDialog } from './describe-dialog';
import { FieldDetails } from './field-details';
import styles from './fields-dialog.module.css';
import { FieldsTable, fieldLines, findFields, useSortedFields } from './fields-table';
import type { ChosenColumns } from './use-chosen-columns';

interface FieldsDialogProps {
  client: Client;
  query: RecordQuery;
  name: string;
  /** The field in front; null: none yet. */
  id: string | null;
  chosen: ChosenColumns;
  loadedPages(): Iterable<LoadedPage>;
  /** The number of rows of the query; null while it is not known. */
  exactly: number | null;
  onNarrow(entry: FilterEntry): void;
  onClose(): void;
}

/** What is known of each field: from the config, from manual settings, and from loaded rows – as many as requested. */
export function FieldsDialog({
  client,
  query,
  name,
  id,
  chosen,
  loadedPages,
  exactly,
  onNarrow,
  onClose,
}: FieldsDialogProps) {
  const t = useTranslations('columns.fields');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  const { facts, ended, reading, error, readMore, stop } = useFieldFacts(client, query, loadedPages);
  const failing = useFailingWalk(client);
  const [find, setFind] = useState('');
  const [selected, setSelected] = useState(id);
  const [describing, setDescribing] = useState(false);
  const { table } = chosen;
  const lines = useMemo(
    () =>
      fieldLines(
        columnsInOrder(table)
          .map(gridColumnOf)
          .filter((column) => column.id !== recordColumnId),
        facts,
        (column) => columnLabel(column, g),
      ),
    [table, facts, g],
  );
  const found = useMemo(() => findFields(lines, find, ({ column }) => g(columnKindKey(column))), [lines, find, g]);
  const sorted = useSortedFields(found);
  const [firstHit] = sorted.lines;
  const chosenHit = found.find(({ column }) => column.id === selected);
  // While fields are open, so is one that is found.
  const open = chosenHit ?? (selected === null ? undefined : firstHit);
  const split = useRef<HTMLDivElement>(null);

  function onFindKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && firstHit) setSelected(firstHit.column.id);
    else if (event.key === 'ArrowDown') split.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
    else return;
    event.preventDefault();
  }

  // A table that grew under the paging has more than was known.
  const all = exactly !== null && exactly > facts.rows ? exactly : null;
  const more = Math.min(pagesAtOnce * limits.pageSizeMax, (all ?? Number.POSITIVE_INFINITY) - facts.rows);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={name}
      size="large"
      flush
      className={styles.dialog}
      footer={
        <>
          <span role="status" className={styles.status}>
            {ended || all === null
              ? t(ended ? 'ofAll' : 'ofRead', { count: facts.rows })
              : t('ofKnown', { count: facts.rows, all })}
            {query.filter ? ` ${t('filtered')}` : ''}
          </span>
          {reading ? (
            <Button onClick={stop}>{t('stop')}</Button>
          ) : ended ? null : (
            <Button onClick={readMore}>{t('readMore', { count: more })}</Button>
          )}
          <Button onClick={onClose}>{c('close')}</Button>
        </>
      }
    >
      <div className={styles.find}>
        <SearchField
          label={t('find')}
          hideLabel
          placeholder={t('find')}
          size="small"
          value={find}
          onChange={setFind}
          onKeyDown={onFindKey}
        />
        <span className="dim">{t('fieldCount', { count: found.length })}</span>
      </div>
      {reading ? <RetryingNotice failing={failing} look="line" /> : null}
      {error ? <ApiErrorNotice error={error} onRetry={readMore} /> : null}
      <div ref={split} className={styles.split}>
        <FieldsTable
          label={t('title')}
          sorted={sorted}
          selected={open?.column.id ?? null}
          onSelect={setSelected}
          onClose={() => setSelected(null)}
        />
        {open ? (
          <FieldDetails
            line={open}
            chosen={chosen}
            rows={facts.rows}
            onDescribe={() => setDescribing(true)}
            onNarrow={onNarrow}
          />
        ) : null}
      </div>
      {describing && open ? (
        <DescribeDialog id={open.column.id} chosen={chosen} onClose={() => setDescribing(false)} />
      ) : null}
    </Dialog>
  );
}

/** Pages that one press reads. */
const pagesAtOnce = 10;

/** Facts of each field from loaded rows: those of the grid, and as many more as requested, page by page after everything more urgent. */
function useFieldFacts(client: Client, query: RecordQuery, loadedPages: () => Iterable<LoadedPage>) {
  const queryClient = useQueryClient();
  const work = useAbortable();
  // Once, when it opens; a page that comes later is read here as well when its turn comes, and is in the cache then.
  const [state, setState] = useState(() => {
    const facts = newFacts();
    let endHeld = false;
    for (const { index, items, asked, last } of loadedPages()) {
      addPage(facts, index, items, asked);
      endHeld ||= last;
    }
    return { facts, endHeld, ended: false, reading: false, error: null as unknown };
  });
  const { facts, endHeld } = state;
  const set = (change: Partial<typeof state>) => setState((now) => ({ ...now, ...change }));

  async function readMore(): Promise<void> {
    const signal = work.start();
    set({ reading: true, error: null });
    try {
      for (const index of nextPages(facts, pagesAtOnce)) {
        const options = recordPageOptions(client, query, index * limits.pageSizeMax, 'prefetch');
        const read = () => queryClient.fetchQuery({ ...options, retry: false });
        const { data } = await readPatiently(client, read, signal);
        if (signal.aborted) return;
        addPage(facts, index, data.items, null);
        const ended = data.items.length < limits.pageSizeMax || data.has_more === false;
        set({ facts: { ...facts }, ended });
        if (ended) break;
      }
      set({ reading: false });
    } catch (error) {
      if (!signal.aborted) set({ reading: false, error });
    }
  }

  return {
    ...state,
    /** The last row of the query has been read. */
    ended: state.ended || (endHeld && nextPages(facts, 1)[0] === facts.pages.size),
    readMore: () => void readMore(),
    stop() {
      work.stop();
      set({ reading: false });
    },
  };
}
