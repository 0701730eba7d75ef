import { type RefObject, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import type { DwTable } from '../../../contract/tables';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly, knownOptions } from '../../../grid/edit/cell-edits';
import type { JobField } from '../../../storage/job-rows';
import { focusWhenFree, useFocusWhenFree } from '../../../ui/hooks/focus-when-free';
import { paths } from '../../../url/paths';
import { type RecordsVisit, useRecordsVisit } from '../../../url/records-visit';
import { DeleteDialog, type DeleteStart } from '../bulk/delete-dialog';
import type { ChosenColumns } from '../columns/use-chosen-columns';
import { closeRetryToasts } from '../edit/use-cell-notices';
import type { GridAreaHandle } from '../grid-area-handle';
import { NewRows } from '../record/new-rows';
import { useCreatedRecords } from '../record/use-created-records';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';
import { DraftReview, UndoReview } from './review-dialog';
import type { ReviewedCells } from './review-source';
import { SentJobsBar } from './sent-jobs-bar';
import { Tray } from './tray';
import { useSentJobs } from './use-sent-jobs';

/** All unsent changes, or those that one bulk change has staged. */
export type Reviewing = 'all' | ReviewedCells | null;

/** The values of a larger job are on its page alone: here all of its rows would be read at each answer. */
const followedCalls = 10;

/** Wide: what is staged, sent and written of a table, in one bar. */
interface ChangesTrayProps {
  client: Client;
  table: DwTable | null;
  query: RecordQuery;
  chosen: ChosenColumns;
  drafts: DraftsOfTable;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  readOnly: string | null;
  /** What is reviewed; null while nothing is. */
  reviewing: Reviewing;
  onReview(): void;
  onReviewEnd(): void;
  /** The rows that are to be deleted; null while none are. */
  deleting: DeleteStart | null;
  onDeleteEnd(): void;
  onOpenNew(id: string): void;
  pages: RecordPages;
  extent: Extent;
  /** Gets the focus when what was open here has closed. */
  area: RefObject<GridAreaHandle | null>;
  onRefresh(): void;
  /** Opens a record; null closes it. */
  onOpen(id: Id | null): void;
  /** The reviewed changes are a job that is reported here. */
  onSent(): void;
}

/** The unsent changes of a table, also those out of sight, and the way to review them; nothing while there are none. */
export function ChangesTray(props: ChangesTrayProps) {
  const { client, table, query, chosen, drafts, reviewing, onReview, onReviewEnd, deleting, onDeleteEnd, onOpenNew } =
    props;
  const environment = client.environment.name;
  const { columns } = chosen;
  // Who comes to a table without changes has nothing to take back: that was another visit.
  const [changed, setChanged] = useState(false);
  if (drafts.counts.cells > 0 && !changed) setChanged(true);
  const location = useLocation();
  const navigate = useNavigate();
  const sent = useSentJobs({ environment, identity: client.identity, table_id: query.table_id });
  const { undoJob = null, stays = false, startAt = null } = useRecordsVisit();
  const created = useCreatedRecords(props);
  const onLeave = () => props.area.current?.focus();
  const g = useTranslations('grid');
  const fieldOf = useFieldOf(columns);
  const keyFields = columns
    .filter((column) => !isReadOnly(column))
    .map((column) => ({ id: column.id, name: columnLabel(column, g) }));

  // The last new record may go with the row that had the focus, by undo.
  const noneNew = drafts.counts.created === 0;
  useFocusWhenFree(noneNew, () => noneNew && onLeave());

  const here = { pathname: location.pathname, search: location.search };
  const endUndo = () => navigate(here, { replace: true });
  const back = () => void focusWhenFree(onLeave);
  // One batch is reported where it was made; more of them have a page, where they can be paused, as the review has said. Of a few, what is not verified stays in its cells as well.
  const showSent = (id: string, calls: number, stay: boolean) => {
    // What was discarded before is not what one would take back now.
    setChanged(false);
    if (stay && calls <= followedCalls) sent.add(id);
    // Back must not lead to the review of an undo that was sent.
    if (calls > 1 || !stay) return navigate(paths.job({ env: environment, id }), { replace: !stay });
    props.onSent();
    back();
  };
  return (
    <>
      {sent.ids.length > 0 ? (
        <SentJobsBar
          sent={sent}
          created={created}
          onUndo={(id) => {
            closeRetryToasts();
            navigate(here, { replace: true, state: { undoJob: id, stays: true } satisfies RecordsVisit });
          }}
          onReopened={(startAt) => navigate(here, { replace: true, state: { startAt } satisfies RecordsVisit })}
          onLeave={onLeave}
        />
      ) : null}
      {drafts.counts.cells > 0 || (changed && (drafts.canRedo || drafts.canUndo)) ? (
        <Tray
          drafts={drafts}
          known={table !== null}
          nameOf={(id) => fieldOf(id).name}
          onReview={onReview}
          onLeave={back}
        >
          {drafts.counts.created > 0 ? (
            <NewRows
              chosen={chosen}
              drafts={drafts}
              startAt={startAt?.item_id ?? null}
              readOnly={props.readOnly}
              onOpen={onOpenNew}
              onReview={onReview}
              onLeave={onLeave}
            />
          ) : null}
        </Tray>
      ) : null}
      {table && undoJob !== null ? (
        <UndoReview
          key={undoJob}
          client={client}
          table={table}
          query={query}
          jobId={undoJob}
          fieldOf={fieldOf}
          keyFields={keyFields}
          onClose={endUndo}
          onSent={(id, calls) => {
            sent.dismiss(undoJob);
            showSent(id, calls, stays);
          }}
        />
      ) : table && reviewing && drafts.counts.cells > 0 ? (
        <DraftReview
          client={client}
          table={table}
          query={query}
          drafts={drafts}
          only={reviewing === 'all' ? null : reviewing}
          columnTable={chosen.table}
          fieldOf={fieldOf}
          keyFields={keyFields}
          onClose={() => {
            onReviewEnd();
            // A dialog that it was opened from is gone.
            back();
          }}
          onSent={(id, calls) => showSent(id, calls, true)}
        />
      ) : table && deleting !== null ? (
        <DeleteDialog
          client={client}
          table={table}
          query={query}
          start={deleting}
          columns={columns}
          fieldOf={fieldOf}
          pages={props.pages}
          extent={props.extent}
          drafts={drafts.drafts}
          onClose={() => {
            onDeleteEnd();
            // The panel of a record is still there, and has the focus where it was.
            if (deleting === 'matching' || !('record' in deleting)) back();
          }}
          onSent={(id, calls) => {
            // What was selected goes, and so does what was open.
            if (deleting !== 'matching' && 'record' in deleting) props.onOpen(null);
            else if (deleting !== 'matching') props.area.current?.showRow(deleting.top);
            showSent(id, calls, true);
          }}
        />
      ) : null}
    </>
  );
}

/** Name, kind and options of a field, as the page knows them. */
function useFieldOf(columns: readonly GridColumn[]): (fieldId: string) => JobField {
  const g = useTranslations('grid');
  return useCallback(
    (fieldId) => {
      const column = columns.find(({ id }) => id === fieldId);
      if (!column) return { field_id: fieldId, name: fieldId, kind: 'json', options: [] };
      return { field_id: fieldId, name: columnLabel(column, g), kind: column.kind, options: knownOptions(column) };
    },
    [columns, g],
  );
}
