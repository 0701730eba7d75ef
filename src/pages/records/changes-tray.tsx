import { type Ref, useCallback, useImperativeHandle, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import type { DwTable } from '../../contract/tables';
import { useDrafts } from '../../edits/use-drafts';
import { columnLabel } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import { knownOptions } from '../../grid/known-options';
import { isReadOnly } from '../../grid/read-only';
import type { JobField } from '../../storage/job-rows';
import { later } from '../../ui/later';

const DraftReview = later(async () => (await import('./reviews')).DraftReview);
const UndoReview = later(async () => (await import('./reviews')).UndoReview);

const NewRecords = later(async () => (await import('./new-records')).NewRecords);
const Tray = later(async () => (await import('./tray')).Tray);

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
}

/** What the job page hands over: the job to undo. */
export interface UndoRequest {
  undoJob?: string;
}

/** The unsent changes of a table, also those out of sight, and the way to review them; nothing while there are none. */
export function ChangesTray({ ref, client, table, tableId, columns, onOpenNew }: ChangesTrayProps) {
  const scope = { environment: client.environment.name, identity: client.identity, table_id: tableId };
  const drafts = useDrafts(scope);
  const [reviewing, setReviewing] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  const undoJob = (location.state as UndoRequest | null)?.undoJob ?? null;
  const g = useTranslations('grid');
  const fieldOf = useFieldOf(columns);
  const keyFields = columns
    .filter((column) => !isReadOnly(column))
    .map((column) => ({ id: column.id, name: columnLabel(column, g) }));

  const openReview = useCallback(() => setReviewing(true), []);
  useImperativeHandle(ref, () => ({ openReview }), [openReview]);

  const endUndo = () => navigate({ pathname: location.pathname, search: location.search }, { replace: true });
  return (
    <>
      {drafts.counts.cells > 0 || drafts.canRedo ? (
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
        />
      ) : table && reviewing && drafts.counts.cells > 0 ? (
        <DraftReview
          client={client}
          table={table}
          drafts={drafts}
          fieldOf={fieldOf}
          keyFields={keyFields}
          onClose={() => setReviewing(false)}
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
