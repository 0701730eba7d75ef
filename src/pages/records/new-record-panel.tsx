import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import { missingOfKey } from '../../edits/new-records';
import type { DraftsOfTable } from '../../edits/use-drafts';
import { columnLabel } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import { isReadOnly } from '../../grid/read-only';
import { Button } from '../../ui/button';
import { PlusIcon } from '../../ui/icons';
import { TrashIcon } from '../../ui/more-icons';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { useJoin } from '../../ui/use-join';
import { KeyPicker } from './key-picker';
import styles from './new-record.module.css';
import { NewRecordField } from './new-record-field';
import { useRecordKey } from './use-record-key';

interface NewRecordPanelProps {
  environment: string;
  tableId: Id;
  /** Names the draft of the record. */
  id: Id;
  columns: readonly GridColumn[];
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage' | 'revert'>;
  onAnother(): void;
  onReview(): void;
  onClose(): void;
}

/** A record that is to be created: its key first, because without one it could neither be proven nor told from its double. */
export function NewRecordPanel(props: NewRecordPanelProps) {
  const { environment, tableId, id, columns, drafts, onAnother, onReview, onClose } = props;
  const t = useTranslations('edits');
  const join = useJoin();
  const g = useTranslations('grid');
  const [key, setKey] = useRecordKey(environment, tableId);
  const draft = drafts.drafts.get(id);
  const writable = columns.filter((column) => !isReadOnly(column));
  const known = key.filter((field) => writable.some((column) => column.id === field));
  const missing = missingOfKey(draft, known);
  const label = (column: GridColumn) => columnLabel(column, g);
  const content = useRef<HTMLDivElement>(null);
  // By key one comes from the grid: what is to be written next has the focus.
  useEffect(() => {
    const first = content.current?.querySelector<HTMLElement>('form input, form textarea');
    (first ?? content.current?.querySelector<HTMLElement>('button'))?.focus();
  }, []);
  const named = writable.filter((column) => known.includes(column.id));
  const others = writable.filter((column) => !known.includes(column.id));
  const record = { item_id: id, title: null, updated_on: null };
  const field = (column: GridColumn) => (
    <NewRecordField
      key={column.id}
      column={column}
      label={label(column)}
      isKey={known.includes(column.id)}
      value={draft?.cells.get(column.id)?.after}
      onValue={(after) => drafts.stage([{ record, field_id: column.id, before: undefined, after }])}
    />
  );
  return (
    <Panel
      title={t('newTitle')}
      note={<span className={styles.note}>{t('newNote')}</span>}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<TrashIcon />}
            disabledReason={draft ? null : t('newNothing')}
            onClick={() => {
              drafts.revert([...(draft?.cells.keys() ?? [])].map((field_id) => ({ item_id: id, field_id })));
              onClose();
            }}
          >
            {t('newDiscard')}
          </Button>
          <Button
            icon={<PlusIcon />}
            disabledReason={!draft || missing.length > 0 ? t('newKeyFirst') : null}
            onClick={onAnother}
          >
            {t('newAnother')}
          </Button>
          <Button kind="primary" disabledReason={draft ? null : t('newNothing')} onClick={onReview}>
            {t('newReview')}
          </Button>
        </>
      }
    >
      <div ref={content}>
        <div className={styles.key}>
          <p>{known.length === 0 ? t('keyWhy') : t('keyWhyShort')}</p>
          <div>
            <KeyPicker
              fields={writable.map((column) => ({ id: column.id, name: label(column) }))}
              value={known}
              onChange={setKey}
            />
          </div>
        </div>
        {known.length === 0 ? null : (
          <div className={styles.form}>
            {missing.length > 0 ? (
              <Notice tone="staged">
                {t('newMissing', {
                  fields: join(writable.filter(({ id: each }) => missing.includes(each)).map(label)),
                })}
              </Notice>
            ) : null}
            {named.map(field)}
            {others.map(field)}
          </div>
        )}
      </div>
    </Panel>
  );
}
