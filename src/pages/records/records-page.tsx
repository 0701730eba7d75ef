import { useCallback, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../api/queries/records';
import type { Filter, FilterEntry } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { Order } from '../../contract/records';
import { useClient } from '../../credentials/use-connection';
import { isNewRecord, newRecordId } from '../../edits/drafts';
import { useDrafts } from '../../edits/use-drafts';
import type { GridColumn } from '../../grid/columns/columns-of';
import { isReadOnly } from '../../grid/edit/cell-edits';
import { Button } from '../../ui/form/button';
import { focusWhenFree, isOfTheWay, useFocusWhenFree } from '../../ui/hooks/focus-when-free';
import { cardsWindow, phoneWindow, useMedia } from '../../ui/hooks/use-media';
import { IdleWork, lazyPart, useIdleWork } from '../../ui/layout/lazy-part';
import { Page } from '../../ui/layout/page';
import { SplitPane } from '../../ui/layout/split-pane';
import { useShortcuts } from '../../ui/shortcuts/shortcuts';
import { isFirstPage } from '../../url/current-page';
import { useRecordsVisit } from '../../url/records-visit';
import type { DeleteStart } from './bulk/delete-dialog';
import { ColumnsControl } from './columns/columns-control';
import { useChosenColumns, useNamingConfig, useTableColumns } from './columns/use-chosen-columns';
import { closeRetryToasts } from './edit/use-cell-notices';
import { ExportButton } from './export/export-button';
import type { FilePlace } from './files/file-place';
import { GridArea } from './grid-area';
import type { GridAreaHandle } from './grid-area-handle';
import { usePageCommand } from './page-commands';
import { addToFilter } from './query/add-to-filter';
import { QuerySection } from './query/query-section';
import { useRecordsSearch } from './query/use-records-search';
import { RecordsHeader } from './records-header';
import type { Reviewing } from './review/changes-tray';
import { useSentMarks, useSentValues } from './review/sent-values';
import { useAutoRefresh } from './rows/auto-refresh';
import { extentOf, pastEnd, rowsToScroll } from './rows/extent';
import { allFields, useRequestedFields } from './rows/requested-fields';
import { useCount } from './rows/use-count';
import { useDrift } from './rows/use-drift';
import { firstPageOf, useRecordPages } from './rows/use-record-pages';
import { useTable } from './use-table';
import { ViewControl } from './views/view-control';

const later = () => import('./later');
const SidePanel = lazyPart(async () => (await later()).SidePanel);
const FailedState = lazyPart(async () => (await later()).FailedState);
const ReadStrip = lazyPart(async () => (await later()).ReadStrip);
const NoRowsState = lazyPart(async () => (await later()).NoRowsState);
const ChangesTray = lazyPart(async () => (await later()).ChangesTray);
const ColumnDialogs = lazyPart(async () => (await later()).ColumnDialogs);
const CopyMatchingDialog = lazyPart(async () => (await later()).CopyMatchingDialog);

/** The records of a table; another table is another page. */
export function Component() {
  const { env = '', space = '', table = '' } = useParams();
  return <Records key={`${env}/${space}/${table}`} space={space} tableId={table} />;
}

/** Long: the owner of the page's state, which query, grid, panels, review and import share. */
function Records({ space, tableId }: { space: Id; tableId: Id }) {
  const t = useTranslations('records');
  const client = useClient();
  const environment = client.environment.name;
  const { search, problems, change, open, showFile } = useRecordsSearch();
  const { filter, order, record: openId, field: linkedField } = search;
  const query = useMemo<RecordQuery>(() => ({ table_id: tableId, filter, order }), [tableId, filter, order]);
  const [asked, setAsked] = useState(allFields);
  const area = useRef<GridAreaHandle>(null);
  const { config, awaited } = useNamingConfig(client, tableId);
  const pages = useRecordPages(client, query, asked, awaited);
  const found = useTableColumns(pages.pages, config);
  const tablePlace = useMemo(() => ({ environment, table_id: tableId }), [environment, tableId]);
  const openTable = useTable(client, space, tableId);
  const { table, readOnly, readOnlyText } = openTable;
  const onOwn = useCallback(() => change({ columns: null }, true), [change]);
  const chosen = useChosenColumns({ environment, tableId, found, shared: search.columns, onOwn });
  const { columns } = chosen;
  const firstPage = firstPageOf(pages);
  const { asked: asking, leavesOut } = useRequestedFields(client, query, chosen);
  // Before anything is painted: no row may show a column that it was not asked for.
  if (asking !== asked) setAsked(asking);
  const drafts = useDrafts({ environment, identity: client.identity, table_id: tableId });
  const count = useCount(client, query);
  const sent = useSentValues();
  const { drift, markAt, restart } = useDrift(query, pages, sent.wrote);
  const marks = useSentMarks(markAt, pages.recordAt, sent);
  const refresh = () => {
    restart();
    pages.refresh();
  };
  // The draft of a record that is to be created, while it is open.
  const [making, setMaking] = useState<Id | null>(null);
  // The file of a cell that is open beside the rows, over the panel of a record: a step of the history, which Back takes back.
  const visit = useRecordsVisit();
  const [openedFile, setOpenedFile] = useState<FilePlace | null>(null);
  const file = visit.showsFile ? openedFile : null;
  const openFile = (place: FilePlace) => {
    setOpenedFile(place);
    showFile(true);
  };
  const [matching, setMatching] = useState<readonly GridColumn[] | null>(null);
  const auto = useAutoRefresh({
    environment,
    tableId,
    staged: drafts.counts.cells > 0,
    reading: pages.reading,
    ready: () => !area.current?.isEditing(),
    refresh,
  });
  // The field that a condition is being made of, at the head of whose column that was asked for.
  const [filterBy, setFilterBy] = useState<Id | null>(null);
  const [reviewing, setReviewing] = useState<Reviewing>(null);
  const [deleting, setDeleting] = useState<DeleteStart | null>(null);
  const changed = drafts.counts.records > 0;
  const review = useCallback(() => {
    closeRetryToasts();
    // A review without changes would open on its own with the first change.
    setReviewing(changed ? 'all' : null);
  }, [changed]);
  // Ctrl+S anywhere on the page opens the review, and never the browser's own dialog.
  useShortcuts({
    review(event) {
      const taken = event.defaultPrevented;
      event.preventDefault();
      if (!taken) review();
    },
  });
  const { startAt = null } = visit;
  const [leads] = useState(!isFirstPage() && openId === null && !isNewRecord(startAt?.item_id ?? ''));
  // Opening a table means its rows: the cells take the focus from the link that led here and from the page as a whole, so that the arrows work at once.
  useFocusWhenFree(leads, () => area.current?.focus(), { atFirst: leads, isFree: isOfTheWay });

  const ask = useCallback<typeof change>(
    (question) => {
      change(question);
      area.current?.toStart();
    },
    [change],
  );
  const onFilter = (filter: Filter | null) => ask({ filter });
  const onOrder = useCallback((order: Order | null) => ask({ order }), [ask]);
  // Not of the filter that is drawn: on a busy machine the one before is still on its way.
  const onNarrow = (entry: FilterEntry) => ask((asked) => ({ filter: addToFilter(asked.filter, entry) }));
  /** The new record's cell that opened it, to which the focus returns. */
  const opener = useRef<HTMLElement>(null);
  const make = (id: Id | null) => {
    if (file !== null) showFile(false);
    setMaking(id);
  };

  const end = pastEnd(pages.facts, limits.pageSizeMax);
  const extent = useMemo(() => extentOf(pages.facts, count.counted, limits.pageSizeMax), [pages.facts, count.counted]);
  const rows = rowsToScroll(extent, end, limits.pageSizeMax);
  const shrunk = extent.exactly === null && Number.isFinite(end) && end > extent.atLeast;
  const isPhone = useMedia(phoneWindow);
  const isIdle = useIdleWork();
  const name = table?.name || config?.name || tableId;
  const nothing = !pages.loading && !pages.older && rows === 0;
  // The cells are there again, and what led to them is gone; or Back and Forward have closed a record, or opened it.
  useFocusWhenFree(`${nothing}/${openId}`, () => area.current?.focus());

  const exportAbout = () => ({
    client,
    query,
    tableName: name,
    table: chosen.table,
    extent,
    rows,
    recordAt: pages.recordAt,
    selection: area.current?.selectedRows() ?? null,
    staged: drafts.counts.cells > 0,
  });

  // The first picture waits for it only where there are changes.
  const changes =
    isIdle || changed ? (
      <ChangesTray
        client={client}
        table={table}
        query={query}
        chosen={chosen}
        drafts={drafts}
        readOnly={readOnlyText}
        reviewing={reviewing}
        onReview={review}
        onReviewEnd={() => setReviewing(null)}
        deleting={deleting}
        onDeleteEnd={() => setDeleting(null)}
        onOpenNew={(id) => {
          opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
          make(id);
        }}
        pages={pages}
        extent={extent}
        area={area}
        onRefresh={refresh}
        onOpen={open}
        // The form has done its work.
        onSent={() => setMaking(null)}
      />
    ) : null;
  const noMatching = readOnlyText ?? (nothing || pages.loading ? t('notRead') : null);
  const changeMatching = () => area.current?.change({ scope: 'matching', action: 'set', field: null });
  // Of another type of table, or where the platform has no way to it, there is nothing to turn on.
  const canDelete = client.environment.delete === true && table !== null && readOnly !== 'type';
  // Cards cannot be selected.
  const deleteRows = () =>
    setDeleting((!matchMedia(cardsWindow).matches && area.current?.selectedRows()) || 'matching');
  const look = (
    <>
      <Button kind="ghost" size="small" disabledReason={noMatching} onClick={changeMatching}>
        {t('changeMatching')}
      </Button>
      {canDelete ? (
        <Button kind="ghost" size="small" disabledReason={noMatching} onClick={deleteRows}>
          {t('deleteRecords')}
        </Button>
      ) : null}
      <ColumnsControl chosen={chosen} about={{ table_id: tableId, table_name: name }} leavesOut={leavesOut} />
      <ViewControl
        environment={environment}
        tableId={tableId}
        tableName={name}
        columns={columns}
        table={chosen.table}
        filter={filter}
        order={order}
        choice={chosen.choice}
        onChoice={chosen.onChoice}
        onQuery={({ filter, order }) => {
          ask({ filter, order, columns: null });
          // Beside another filter the button that was pressed may be in a menu.
          focusWhenFree(() => area.current?.focus());
        }}
      />
    </>
  );
  const newId = readOnly === null ? making : null;
  const leaveSide = () => {
    if (file !== null) showFile(false);
    else if (newId !== null) setMaking(null);
    else if (openId !== null) open(null);
  };
  const closer = useRef<() => void>(null);
  const closeFromRows = () => (closer.current ?? leaveSide)();
  const closeSide = () => {
    leaveSide();
    const back = opener.current;
    opener.current = null;
    if (back?.isConnected) return back.focus({ preventScroll: true });
    area.current?.focus();
    // Where the panel covers the rows, they get the focus when it closes.
    focusWhenFree(() => area.current?.focus());
  };
  const create = () => {
    if (readOnly === null) make(newRecordId(Date.now(), Math.random()));
  };
  usePageCommand('newRecord', readOnly === null ? create : null);
  usePageCommand('changeMatching', noMatching === null ? changeMatching : null);
  usePageCommand('deleteRecords', canDelete && noMatching === null ? deleteRows : null);
  usePageCommand('review', changed ? review : null);
  usePageCommand('refresh', refresh);

  return (
    <Page look="fill">
      <SplitPane
        sideLabel={t('panelLabel')}
        side={
          file !== null || newId !== null || openId !== null ? (
            <SidePanel
              client={client}
              tableId={tableId}
              file={file}
              newId={newId}
              recordId={openId}
              linkedField={linkedField}
              columns={columns}
              pages={pages}
              drafts={drafts}
              sent={sent}
              closed={readOnlyText}
              onFile={openFile}
              onFileClose={() => showFile(false)}
              onOpen={open}
              onRow={(row) => area.current?.showRow(row)}
              onRetry={setReviewing}
              onAnother={create}
              onReview={review}
              onDelete={canDelete ? setDeleting : null}
              onClose={closeSide}
              closer={closer}
            />
          ) : null
        }
      >
        <RecordsHeader
          client={client}
          table={openTable}
          configName={config?.name || null}
          reading={pages.reading}
          onRefresh={refresh}
          auto={auto}
          onCreate={create}
        >
          <ExportButton client={client} tableId={tableId} about={exportAbout} count={count} />
          {isPhone ? look : null}
        </RecordsHeader>
        <QuerySection
          client={client}
          query={query}
          columns={columns}
          records={firstPage}
          kept={search.kept}
          loadedPages={pages.loadedPages}
          answered={!pages.loading && !pages.older && !pages.error}
          error={pages.error}
          problems={problems}
          filterBy={filterBy}
          onFilterBy={setFilterBy}
          onFilter={onFilter}
          onNarrow={onNarrow}
          onOrder={onOrder}
          onForget={() => change({ kept: null }, true)}
          onLeave={() => area.current?.focus()}
        >
          {isPhone ? null : look}
        </QuerySection>
        {(pages.failing && pages.loading) || (pages.error && pages.facts.length === 0) ? (
          <>
            <FailedState pages={pages} />
            {changes}
          </>
        ) : nothing ? (
          <>
            <NoRowsState
              filtered={filter !== null}
              onClear={() => onFilter(null)}
              onRefresh={refresh}
              onCreate={readOnly === null && columns.some((column) => !isReadOnly(column)) ? create : null}
            />
            {changes}
          </>
        ) : (
          <GridArea
            ref={area}
            client={client}
            query={query}
            tablePlace={tablePlace}
            name={name}
            pages={pages}
            rows={rows}
            extent={extent}
            pastFrom={shrunk ? end : null}
            count={count}
            chosen={chosen}
            drafts={drafts}
            readOnly={readOnlyText}
            order={order}
            openRecord={openId}
            startAt={startAt}
            linkedField={linkedField}
            onOrder={onOrder}
            onNarrow={onNarrow}
            onFilterBy={setFilterBy}
            // The same key closes what it opened.
            onLeave={closeFromRows}
            onOpen={({ item_id }) => {
              if (item_id === openId && making === null && file === null) return closeFromRows();
              setMaking(null);
              open(item_id);
            }}
            onOpenFile={openFile}
            drift={drift}
            markAt={marks}
            sent={sent}
            onReadAgain={refresh}
            onCopyMatching={setMatching}
            onDelete={canDelete ? setDeleting : null}
            onReview={review}
            onReviewCells={setReviewing}
            onCreate={create}
          >
            {/* Below the rows: later notes move none. */}
            <IdleWork>
              <ReadStrip client={client} pages={pages} />
            </IdleWork>
            {changes}
          </GridArea>
        )}
        {chosen.dialog ? (
          <ColumnDialogs
            client={client}
            query={query}
            name={name}
            loadedPages={pages.loadedPages}
            exactly={extent.exactly}
            chosen={chosen}
            dialog={chosen.dialog}
            onNarrow={onNarrow}
            onClosed={() => area.current?.focus()}
          />
        ) : null}
        {matching ? (
          <CopyMatchingDialog
            client={client}
            query={query}
            name={name}
            columns={matching}
            extent={extent}
            staged={drafts.counts.cells > 0}
            onClose={() => {
              setMatching(null);
              area.current?.focus();
            }}
          />
        ) : null}
      </SplitPane>
    </Page>
  );
}
