import { type ReactNode, type Ref, useCallback, useImperativeHandle, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import type { DwTable } from '../../contract/tables';
import { type DraftsOfTable, useDrafts } from '../../edits/use-drafts';
import { knownOptions } from '../../grid/coerce-cell';
import { columnLabel } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import { isReadOnly } from '../../grid/read-only';
import type { JobField } from '../../storage/job-rows';
import { Button } from '../../ui/button';
import { useConfirm } from '../../ui/confirm';
import { EditIcon, RedoIcon, UndoIcon } from '../../ui/icons';
import { Kbd } from '../../ui/kbd';
import { later } from '../../ui/later';
import styles from './changes-tray.module.css';

const DraftReview = later(async () => (await import('./reviews')).DraftReview);
const UndoReview = later(async () => (await import('./reviews')).UndoReview);

const NewRecords = later(async () => (await import('./new-records')).NewRecords);

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

interface TrayProps {
  drafts: DraftsOfTable;
  known: boolean;
  onReview: () => void;
  children: ReactNode;
}

function Tray({ drafts, known, onReview, children }: TrayProps) {
  const t = useTranslations('changes');
  const confirm = useConfirm();
  const { counts } = drafts;
  const nothing = counts.cells === 0;

  async function discard() {
    const question = { title: t('discardTitle', counts), text: t('discardText', counts), danger: true };
    if (await confirm({ ...question, action: t('discardAction', counts) })) drafts.discard();
  }

  return (
    <section aria-label={t('label')} className={styles.tray}>
      <div className={styles.line}>
        <EditIcon />
        <p className={styles.text}>
          <span aria-live="polite">
            {t.rich('count', { ...counts, v: (chunks) => <b className="num">{chunks}</b> })}
          </span>
          <span className={styles.promise}> — {drafts.kept ? t('promise') : t('notKept')}</span>
        </p>
        <Button
          kind="ghost"
          icon={<UndoIcon />}
          onClick={drafts.undo}
          disabledReason={drafts.canUndo ? null : t('nothingToUndo')}
          className={styles.step}
        >
          {t('undo')} <Kbd keys="Mod+Z" />
        </Button>
        <Button
          kind="ghost"
          icon={<RedoIcon />}
          onClick={drafts.redo}
          disabledReason={drafts.canRedo ? null : t('nothingToRedo')}
          className={styles.step}
        >
          {t('redo')} <Kbd keys="Mod+Y" />
        </Button>
        <Button onClick={discard} disabledReason={nothing ? t('nothingToReview') : null}>
          {t('discard')}
        </Button>
        <Button
          kind="primary"
          onClick={onReview}
          disabledReason={nothing ? t('nothingToReview') : known ? null : t('tableUnknown')}
        >
          {t('review', counts)} <Kbd keys="Mod+S" />
        </Button>
      </div>
      {children}
    </section>
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
