import { type Ref, useCallback, useImperativeHandle, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { DwTable } from '../../../contract/tables';
import { useDrafts } from '../../../edits/use-drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly, knownOptions } from '../../../grid/edit/cell-edits';
import type { JobField } from '../../../storage/job-rows';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { paths } from '../../../url/paths';
import { useSentJobs } from './sent-jobs';

const DraftReview = lazyPart(async () => (await import('./reviews')).DraftReview);
const UndoReview = lazyPart(async () => (await import('./reviews')).UndoReview);

const NewRecords = lazyPart(async () => (await import('../record/new-records')).NewRecords);
const SentJobsBar = lazyPart(async () => (await import('./sent-jobs-bar')).SentJobsBar);
const Tray = lazyPart(async () => (await import('./tray')).Tray);

export interface ChangesTrayHandle {
  openReview(): void;
}

interface ChangesTrayProps {
  ref?: Ref<ChangesTrayHandle>;
  client: Client;
  /** Null while it is not known. */
  table: DwTable | null;
  tableId: string;
  columns: readonly GridColumn[];
  /** Opens a record that is to be created. */
  onOpenNew(id: string): void;
  /** What was open here is gone: the focus goes back to the cells. */
  onLeave(): void;
}

/** The job to undo, as the job page hands it over. */
export interface UndoRequest {
  undoJob?: string;
  /** It was asked for here, and is told of here. */
  stays?: boolean;
}

/** The unsent changes of a table, also those out of sight, and the way to review them; nothing while there are none. */
export function ChangesTray({ ref, client, table, tableId, columns, onOpenNew, onLeave }: ChangesTrayProps) {
  const scope = { environment: client.environment.name, identity: client.identity, table_id: tableId };
  const drafts = useDrafts(scope);
  const [reviewing, setReviewing] = useState(false);
  // Who comes to a table without changes has nothing to take back: that was another visit.
  const [changedIn, setChangedIn] = useState<string | null>(null);
  if (drafts.counts.cells > 0 && changedIn !== tableId) setChangedIn(tableId);
  const location = useLocation();
  const navigate = useNavigate();
  const sent = useSentJobs(scope);
  const { undoJob = null, stays = false } = (location.state as UndoRequest | null) ?? {};
  const g = useTranslations('grid');
  const fieldOf = useFieldOf(columns);
  const keyFields = columns
    .filter((column) => !isReadOnly(column))
    .map((column) => ({ id: column.id, name: columnLabel(column, g) }));

  const openReview = useCallback(() => setReviewing(true), []);
  useImperativeHandle(ref, () => ({ openReview }), [openReview]);

  const here = { pathname: location.pathname, search: location.search };
  const endUndo = () => navigate(here, { replace: true });
  const back = () => void focusWhenFree(onLeave);
  // What is one call is told of where it was made; more of them have a page to look at.
  const tell = (id: string, calls: number, stay: boolean) => {
    if (calls > 1 || !stay) return navigate(paths.job({ env: scope.environment, id }));
    sent.add(id);
    back();
  };
  return (
    <>
      {sent.ids.length > 0 ? (
        <SentJobsBar
          sent={sent}
          onUndo={(id) => navigate(here, { replace: true, state: { undoJob: id, stays: true } satisfies UndoRequest })}
          onLeave={back}
        />
      ) : null}
      {drafts.counts.cells > 0 || (changedIn === tableId && (drafts.canRedo || drafts.canUndo)) ? (
        <Tray drafts={drafts} known={table !== null} onReview={openReview}>
          {drafts.counts.created > 0 ? (
            <NewRecords
              environment={scope.environment}
              tableId={tableId}
              drafts={drafts.drafts}
              columns={columns}
              onOpen={onOpenNew}
            />
          ) : null}
        </Tray>
      ) : null}
      {table && undoJob !== null ? (
        <UndoReview
          client={client}
          table={table}
          jobId={undoJob}
          fieldOf={fieldOf}
          keyFields={keyFields}
          onClose={endUndo}
          onSent={(id, calls) => {
            sent.dismiss(undoJob);
            tell(id, calls, stays);
          }}
        />
      ) : table && reviewing && drafts.counts.cells > 0 ? (
        <DraftReview
          client={client}
          table={table}
          drafts={drafts}
          fieldOf={fieldOf}
          keyFields={keyFields}
          onClose={() => setReviewing(false)}
          onSent={(id, calls) => tell(id, calls, true)}
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
