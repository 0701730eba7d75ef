import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { hasSeveralLines, isShortText } from '../../../contract/field-kinds';
import type { DwRecord } from '../../../contract/records';
import { cellText } from '../../../edits/cell-text';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { isOfKind } from '../../../grid/cells/kinds';
import { columnLabel, kindKey } from '../../../grid/columns/column-label';
import { cellValue, type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { CellEditor } from '../../../grid/edit/cell-editor';
import { holdsMany, isReadOnly } from '../../../grid/edit/cell-edits';
import { useWords } from '../../../grid/use-words';
import { Button, CopyButton, IconButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { EditIcon, UndoIcon } from '../../../ui/icons/more-icons';
import { showToast } from '../../../ui/overlay/toast';
import { FieldValue } from './field-value';
import styles from './record-panel.module.css';
import { type FieldEdit, useFieldEdit } from './use-field-edit';

interface RecordFieldsProps {
  record: DwRecord;
  columns: readonly GridColumn[];
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage' | 'revert'>;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  closed: string | null;
}

/** The fields of a record below each other, each edited where it stands; what the platform itself writes comes last. */
export function RecordFields({ record, columns, drafts, closed }: RecordFieldsProps) {
  const t = useTranslations('records.panel');
  const r = useTranslations('records');
  const g = useTranslations('grid');
  const words = useWords();
  const list = useRef<HTMLDivElement>(null);
  const own = columns.filter(({ source }) => source !== 'system');
  const system = columns.filter(({ source, id }) => source === 'system' && id !== recordColumnId);
  const fields = closed === null ? own.filter((column) => !isReadOnly(column)) : [];
  const edit = useFieldEdit({ record, fields, drafts, list });

  const field = (column: GridColumn) => {
    const label = columnLabel(column, g);
    const value = cellValue(record, column.id);
    const draft = drafts.drafts.get(record.item_id)?.cells.get(column.id);
    const repeated = record.repeated?.[column.id];
    const open = edit.open?.column.id === column.id ? edit.open : null;
    const fixed = closed ?? (isReadOnly(column) ? r('systemField', { field: label }) : null);
    const begin = () => {
      if (fixed === null) edit.begin(column);
      else showToast({ kind: 'neutral', title: r('cannotEdit'), text: fixed, key: 'read-only' });
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a shorter way to what its button does
      <div
        key={column.id}
        data-field={column.id}
        className={draft ? styles.changed : styles.field}
        onKeyDown={(event) => {
          if (event.key !== 'F2' || open) return;
          event.preventDefault();
          begin();
        }}
        onDoubleClick={(event) => {
          if (!open && event.target instanceof Element && !event.target.closest('a, button')) begin();
        }}
      >
        <dt className={styles.name}>
          <span>{label}</span>
          <span className={styles.kind}>
            {g(kindKey(column.kind))}
            {label === column.id ? '' : ` · ${column.id}`}
            {isOfKind(value, column.kind, { words, config: column.config }) ? '' : ` · ≠ ${words.misfit}`}
          </span>
          {column.source === 'system' ? null : (
            <IconButton
              data-edit=""
              size="small"
              label={t('edit', { field: label })}
              icon={<EditIcon size={14} />}
              disabledReason={fixed}
              onClick={begin}
            />
          )}
          <CopyButton
            label={t('copyValue', { field: label })}
            text={() => cellText(draft ? draft.after : value, column.kind, column.config ?? undefined)}
          />
        </dt>
        <dd className={styles.body}>
          {open ? (
            <div className={classNames(styles.editor, isLong(open) && styles.longEditor)}>
              <CellEditor
                column={column}
                many={holdsMany(column, open.record)}
                label={label}
                editing={open.editing}
                upwards={open.upwards}
                roomy={isLong(open)}
                onBegin={edit.setText}
                onText={edit.setText}
                onCommit={edit.commit}
                onCancel={edit.cancel}
              />
            </div>
          ) : (
            <FieldValue value={draft ? draft.after : value} column={column} words={words} />
          )}
          {draft ? (
            <div className={styles.before}>
              <span>
                {t('edited')}{' '}
                <del>
                  {cellText(draft.before, column.kind, column.config ?? undefined).slice(0, 400) || words.empty}
                </del>
              </span>
              <Button
                kind="ghost"
                size="small"
                icon={<UndoIcon size={14} />}
                aria-label={t('revertField', { field: label })}
                onClick={() => {
                  drafts.revert([{ item_id: record.item_id, field_id: column.id }]);
                  edit.focus(column);
                }}
              >
                {t('revert')}
              </Button>
            </div>
          ) : null}
          {repeated ? <p className={styles.note}>{t('repeated', { count: repeated.length })}</p> : null}
        </dd>
      </div>
    );
  };
  return (
    <div ref={list}>
      <dl className={styles.fields}>{own.map(field)}</dl>
      <h3 className={styles.heading}>{t('system')}</h3>
      <p className={styles.note}>{t('systemNote')}</p>
      <dl className={styles.fields}>{system.map(field)}</dl>
    </div>
  );
}

/** Longer texts are written in several lines. */
const longFrom = 44;

function isLong({ column, editing }: FieldEdit): boolean {
  if (hasSeveralLines(column.kind)) return true;
  return isShortText(column.kind) && (editing.start.length > longFrom || editing.start.includes('\n'));
}
