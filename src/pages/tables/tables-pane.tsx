import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { FailingRead } from '../../api/wire/query-client';
import type { Answer } from '../../api/wire/send';
import type { Id } from '../../contract/ids';
import { type DwTable, isWritableType, type TableType, tableTypes } from '../../contract/tables';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { useSubscription } from '../../state/store';
import { readRemembered, writeRemembered } from '../../storage/local-settings';
import { Badge } from '../../ui/display/badge';
import { IconButton } from '../../ui/form/button';
import { SearchField } from '../../ui/form/text-field';
import { classNames } from '../../ui/hooks/class-names';
import { RefreshIcon, SidebarIcon } from '../../ui/icons/icons';
import { useIdleWork } from '../../ui/layout/lazy-part';
import { PageHeader } from '../../ui/layout/page';
import { Tabs } from '../../ui/layout/tabs';
import { Kbd } from '../../ui/shortcuts/kbd';
import { keysOf, useShortcuts } from '../../ui/shortcuts/shortcuts';
import { paths } from '../../url/paths';
import { findTables, type UsedAt, withUse } from './find-tables';
import { TableList } from './table-list';
import type { ListedTables } from './table-rows';
import styles from './tables-page.module.css';

/** Wide: hands on what its list is drawn from, and adds the search. */
interface TablesPaneProps {
  env: string;
  space: string;
  /** Its name, where the frame has no room for it. */
  workspace: string | null;
  /** Id of the table whose records are open. */
  openTable: string | undefined;
  usedAt: UsedAt;
  /** By what the list is ordered. */
  order: UsedAt;
  /** The list of each type, in the order of `tableTypes`. */
  lists: readonly UseQueryResult<Answer<DwTable[]>>[];
  /** Whether the list of a type has failed and is being tried again. */
  failingOf: (type: TableType) => FailingRead | null;
  type: TableType;
  onType: (type: TableType) => void;
  find: string;
  onFind: (find: string) => void;
  onHide: () => void;
}

/** Search, type tabs and list. Type to find, arrows to walk, Enter to open. */
export function TablesPane(props: TablesPaneProps) {
  const { env, space, workspace, openTable, usedAt, order, lists, type, onType, find, onFind, onHide } = props;
  const t = useTranslations('tables');
  const common = useTranslations('common');
  const pane = useRef<HTMLDivElement>(null);
  const wide = openTable === undefined;
  const drafted = useDraftedTables(env);
  const wayBack = useFindShortcut(pane);
  const listed = useRef<ListedTables>(null);

  const refetch = () => {
    for (const list of lists) void list.refetch();
  };
  const refresh = (
    <IconButton
      label={common('refresh')}
      icon={<RefreshIcon />}
      busy={lists.some(({ isFetching }) => isFetching)}
      onClick={refetch}
    />
  );
  const counts = tableTypes.map((_, index) => {
    const tables = lists[index]?.data?.data;
    return tables && findTables(tables, find).length;
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only carry the focus between controls inside
    <div
      ref={pane}
      className={classNames(styles.pane, wide && styles.wide)}
      onKeyDown={(event) => walk(event, listed.current, wayBack.go)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) wayBack.forget();
      }}
    >
      {wide ? (
        <PageHeader
          title={t('title')}
          note={
            <>
              {workspace === null ? null : (
                <Link to={paths.workspaces({ env })} className={styles.workspace}>
                  {workspace}
                </Link>
              )}
              <Badge tone={isWritableType(type) ? 'accent' : 'neutral'}>
                {type} · {isWritableType(type) ? t('editable') : t('readOnly')}
              </Badge>
            </>
          }
          text={t(`about.${type}`)}
          actions={refresh}
        />
      ) : null}
      <div className={styles.search}>
        <SearchField
          label={t('find')}
          hideLabel
          placeholder={t('find')}
          title={t('findHint')}
          value={find}
          onChange={onFind}
          end={<Kbd keys={keysOf('findTable')} />}
          className={styles.grow}
        />
        {wide ? null : <IconButton label={t('hide')} icon={<SidebarIcon />} onClick={onHide} />}
      </div>
      <Tabs
        label={t('type')}
        value={type}
        onChange={onType}
        items={tableTypes.map((value, index) => ({ value, label: value, count: counts[index] }))}
        wide
        className={styles.tabs}
        panelClassName={styles.panel}
        panelStop={false}
      >
        <TableList
          listed={listed}
          env={env}
          space={space}
          type={type}
          find={find}
          onFind={onFind}
          list={lists[tableTypes.indexOf(type)]}
          failing={props.failingOf(type)}
          usedAt={usedAt}
          order={order}
          openTable={openTable}
          drafted={drafted}
          elsewhere={tableTypes.flatMap((other, index) =>
            other !== type && counts[index] ? [{ type: other, count: counts[index] }] : [],
          )}
          onType={onType}
        />
      </Tabs>
    </div>
  );
}

const noTables: ReadonlySet<Id> = new Set();

/** The tables with unsent changes under the key of an environment; none before the first picture is there. */
function useDraftedTables(environment: string): ReadonlySet<Id> {
  const identity = useSyncExternalStore(subscribeConnections, () => connectionFor(environment)?.client.identity);
  const isIdle = useIdleWork();
  const listen = useCallback(
    (tell: (tables: ReadonlySet<Id>) => void) => {
      if (!isIdle || identity === undefined) return () => {};
      const watching = import('./later').then(
        ({ watchDraftedTables }) => watchDraftedTables({ environment, identity }, tell),
        // Without its code only the marks are missing.
        () => () => {},
      );
      return () => void watching.then((stop) => stop());
    },
    [environment, identity, isIdle],
  );
  return useSubscription(listen) ?? noTables;
}

/** `/` goes to the search, wherever one is not typing. @returns the way back to where it was pressed */
function useFindShortcut(pane: React.RefObject<HTMLDivElement | null>): { go(): void; forget(): void } {
  const from = useRef<Element | null>(null);
  useShortcuts({
    findTable(event) {
      const target = event.target as Element | null;
      if (event.defaultPrevented) return;
      if (target?.closest('input, textarea, [contenteditable], [role=dialog], [role=menu]')) return;
      event.preventDefault();
      if (!pane.current?.contains(document.activeElement)) from.current = document.activeElement;
      const search = pane.current?.querySelector<HTMLInputElement>('input[type=search]');
      search?.focus();
      // What is typed takes the place of an earlier search.
      search?.select();
    },
  });
  return {
    go() {
      // A cell that was there may be gone by now: another one is the active one then.
      if (from.current instanceof HTMLElement) (from.current.isConnected ? from.current : activeCell())?.focus();
    },
    forget() {
      from.current = null;
    },
  };
}

/** The cell of the open table that the keys are for; null while there is none. */
function activeCell(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role=grid] [data-active]');
}

/**
 * Arrows lead from the search into the list and through it; Enter in the search opens the first table, whose first cell has the focus then; Escape in the list
 * and in the empty search leads back to where `/` was pressed.
 */
function walk(event: KeyboardEvent<HTMLDivElement>, listed: ListedTables | null, back: () => void): void {
  if (event.nativeEvent.isComposing) return;
  const search = event.currentTarget.querySelector<HTMLInputElement>('input[type=search]');
  const inSearch = event.target === search;
  const at = placeOf(event.target as Element);
  if (!inSearch && at < 0) return;
  /** The one that has the focus may be out of sight, and those beside it not drawn. */
  const to = (index: number) => listed?.link(index)?.focus({ preventScroll: true });
  if (event.key === 'Escape') {
    back();
    return;
  }
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
    const link = listed?.link(Math.max(at, 0));
    const isDrawn = event.currentTarget.closest('[role=dialog]') !== null;
    // The table that is open is there, with its filter: its link would end that. In a drawer it closes the drawer.
    const cell = link?.ariaCurrent && !isDrawn ? activeCell() : null;
    if (cell) cell.focus();
    else {
      link?.click();
      // The first cell of another table takes the focus.
      if (link && inSearch) search?.blur();
    }
  } else if (event.key === 'Tab') {
    if (at >= 0) listed?.link(at);
    // The key itself leads on, to the one beside it.
    return;
  } else if (event.key === 'ArrowDown') to(at + 1);
  else if (event.key === 'ArrowUp') at > 0 ? to(at - 1) : search?.focus();
  else if (event.key === 'Home' && at >= 0) to(0);
  else if (event.key === 'End' && at >= 0) to((listed?.count ?? 0) - 1);
  else if (at >= 0 && event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey)
    search?.focus();
  else return;
  // A typed character goes to the search, which has the focus now.
  if (event.key.length > 1) event.preventDefault();
}

/** The place of a link among the tables that are listed; -1: it is none. */
function placeOf(element: Element): number {
  return element.matches('li > a') ? Number(element.parentElement?.dataset.index ?? -1) : -1;
}

const nameOf = (env: string, space: string): string => `tables:${env}:${space}`;

function usedTables(env: string, space: string): UsedAt {
  const kept = readRemembered(nameOf(env, space));
  const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** How the lists of this visit are ordered, by what had been opened before it: a list that one has seen keeps its order. */
const orders = new Map<string, UsedAt>();

function orderOf(env: string, space: string): UsedAt {
  const name = nameOf(env, space);
  const order = orders.get(name) ?? usedTables(env, space);
  orders.set(name, order);
  return order;
}

/** When each table of a workspace was last opened: the current times, and those that order the list. Notes the open table. */
export function useUsedTables(env: string, space: string, openTable: string | undefined) {
  const [seen, setSeen] = useState({ env, space, usedAt: usedTables(env, space), open: openTable !== undefined });
  if (seen.env !== env || seen.space !== space || seen.open !== (openTable !== undefined)) {
    setSeen({ env, space, usedAt: usedTables(env, space), open: openTable !== undefined });
  }
  useEffect(() => {
    if (openTable) writeRemembered(nameOf(env, space), withUse(usedTables(env, space), openTable, Date.now()));
  }, [env, space, openTable]);
  return { usedAt: seen.usedAt, order: orderOf(env, space) };
}
