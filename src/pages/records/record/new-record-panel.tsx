import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { missingOfKey } from '../../../edits/new-records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly, knownOptions } from '../../../grid/edit/cell-edits';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-join';
import { PlusIcon } from '../../../ui/icons/icons';
import { TrashIcon } from '../../../ui/icons/more-icons';
import { Panel } from '../../../ui/overlay/panel';
import type { HeldPage } from '../rows/use-record-pages';
import { KeyPicker } from './key-picker';
import { distinctRecords, type JudgedKey, judgeKey, proposeKey } from './key-proposal';
import styles from './new-record.module.css';
import { NewRecordField } from './new-record-field';
import { useRecordKey } from './use-record-key';

interface NewRecordPanelProps {
  environment: string;
  tableId: Id;
  /** Names the draft of the record. */
  id: Id;
  columns: readonly GridColumn[];
  /** The rows read, which say what could be the key. */
  held(): Iterable<HeldPage>;
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
  const [remembered, setKey] = useRecordKey(environment, tableId);
  const draft = drafts.drafts.get(id);
  const writable = useMemo(() => columns.filter((column) => !isReadOnly(column)), [columns]);
  const [records] = useState(() => distinctRecords(props.held()));
  const fields = useMemo(() => writable.map(fieldOf), [writable]);
  const proposed = useMemo(() => proposeKey(fields, records) ?? [], [fields, records]);
  const own = useMemo(
    () => remembered.filter((field) => fields.some(({ field_id }) => field_id === field)),
    [remembered, fields],
  );
  const [changed, setChanged] = useState(false);
  // Whoever takes a key away chooses another one next.
  const known = own.length > 0 || changed ? own : proposed;
  const judged = useMemo(
    () => (known.length === 0 ? null : judgeKey(known, fields, records)),
    [known, fields, records],
  );
  const missing = missingOfKey(draft, known);
  const label = (column: GridColumn) => columnLabel(column, g);
  const nameOf = (field: string) => writable.filter((column) => column.id === field).map(label)[0] ?? field;
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
      onValue={(after) => {
        // The record is written under it, so it stays the key whatever is read later.
        if (own.length === 0 && known.length > 0) setKey(known);
        drafts.stage([{ record, field_id: column.id, before: undefined, after }]);
      }}
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
          <p>
            {judged === null
              ? t('keyNone', { rows: records.length })
              : t('keyFound', { ...judged, fields: known.map(nameOf).join(' + '), said: saidOf(judged) })}
          </p>
          <KeyPicker
            fields={writable.map((column) => ({ id: column.id, name: label(column) }))}
            value={known}
            change
            onChange={(next) => {
              setChanged(true);
              setKey(next);
            }}
          />
        </div>
        <div className={styles.form}>
          {draft && missing.length > 0 ? (
            <Notice tone="staged">{t('newMissing', { fields: join(missing.map(nameOf)) })}</Notice>
          ) : null}
          {named.map(field)}
          {others.map(field)}
        </div>
      </div>
    </Panel>
  );
}

function fieldOf(column: GridColumn) {
  return { field_id: column.id, name: column.name ?? column.id, kind: column.kind, options: knownOptions(column) };
}

/** Which sentence is true of a key. */
function saidOf({ rows, empty, doubles }: JudgedKey): 'unread' | 'unique' | 'doubles' | 'empty' {
  if (rows === 0) return 'unread';
  if (doubles > 0) return 'doubles';
  return empty > 0 ? 'empty' : 'unique';
}
