import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import type { Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import type { CoerceReason } from '../../../edits/coerce';
import { missingOfKey, newRecordsOf } from '../../../edits/new-records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { columnKindKey, columnLabel, problemKey } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly, knownOptions } from '../../../grid/edit/cell-edits';
import { coerceCell } from '../../../grid/edit/coerce-cell';
import { Button } from '../../../ui/form/button';
import { narrowWindow, useMedia } from '../../../ui/hooks/use-media';
import { PlusIcon } from '../../../ui/icons/icons';
import { TrashIcon } from '../../../ui/icons/later-icons';
import { useClosedByBack } from '../../../ui/overlay/leaving';
import { Panel } from '../../../ui/overlay/panel';
import { isPressed } from '../../../ui/shortcuts/shortcuts';
import { SetValueField } from '../edit/set-value-field';
import type { LoadedPage } from '../rows/use-record-pages';
import styles from './new-record-panel.module.css';
import { distinctRecords, type JudgedKey, judgeKey, KeyPicker, proposeKey, useRecordKey } from './record-key';
import { type RefusedText, useAskedClose } from './use-asked-close';

interface NewRecordPanelProps {
  environment: string;
  tableId: Id;
  /** Names the draft of the record. */
  id: Id;
  columns: readonly GridColumn[];
  /** Loaded rows, to suggest a key. */
  loadedPages(): Iterable<LoadedPage>;
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage' | 'revert'>;
  onAnother(): void;
  onReview(): void;
  onClose(): void;
  /** Closes it as its × does. */
  closer: Ref<() => void>;
}

/** A record to be created: its key first, because without one it cannot be verified or told from a duplicate. */
export function NewRecordPanel(props: NewRecordPanelProps) {
  const { environment, tableId, id, columns, drafts, onAnother, onReview, onClose } = props;
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const [remembered, setKey] = useRecordKey(environment, tableId);
  const draft = drafts.drafts.get(id);
  const writable = useMemo(() => columns.filter((column) => !isReadOnly(column)), [columns]);
  const [records] = useState(() => distinctRecords(props.loadedPages()));
  const fields = useMemo(() => writable.map(fieldOf), [writable]);
  const proposed = useMemo(() => proposeKey(fields, records) ?? [], [fields, records]);
  const own = useMemo(
    () => remembered.filter((field) => fields.some(({ field_id }) => field_id === field)),
    [remembered, fields],
  );
  const [changed, setChanged] = useState(false);
  // A press on a button takes what is being written.
  const [typed, setTyped] = useState(false);
  const [writing, setWriting] = useState(false);
  const isEmpty = draft === undefined && !typed;
  // After removing a key another one is chosen.
  const known = own.length > 0 || changed ? own : proposed;
  const judged = useMemo(
    () => (known.length === 0 ? null : judgeKey(known, fields, records)),
    [known, fields, records],
  );
  const missing = missingOfKey(draft, known);
  // An empty form for another one looks as if the first were lost.
  const others = newRecordsOf(drafts.drafts).filter(({ record }) => record.item_id !== id).length;
  const label = (column: GridColumn) => columnLabel(column, g);
  const nameOf = (field: string) => writable.filter((column) => column.id === field).map(label)[0] ?? field;
  const content = useRef<HTMLDivElement>(null);
  // By key one comes from the grid: what is to be written next has the focus.
  useEffect(() => {
    const first = content.current?.querySelector<HTMLElement>('form input, form textarea');
    (first ?? content.current?.querySelector<HTMLElement>('button'))?.focus();
  }, []);
  const named = writable.filter((column) => known.includes(column.id));
  const rest = writable.filter((column) => !known.includes(column.id));
  const handles = useRef(new Map<Id, NewRecordFieldHandle>());
  const refused = () => [...named, ...rest].flatMap(({ id }) => handles.current.get(id)?.refused() ?? []);
  /** A value that does not fit is no part of the draft: it would be left behind unseen. @returns whether there is one, which has the focus then */
  function toRefused(): boolean {
    const [first] = refused();
    first?.show();
    return first !== undefined;
  }
  const record = { item_id: id, title: null, updated_on: null };
  const field = (column: GridColumn) => (
    <NewRecordField
      key={column.id}
      ref={(handle) => {
        if (handle === null) handles.current.delete(column.id);
        else handles.current.set(column.id, handle);
      }}
      column={column}
      label={label(column)}
      isKey={known.includes(column.id)}
      isMissing={draft !== undefined && missing.includes(column.id)}
      value={draft?.cells.get(column.id)?.after}
      onWriting={setWriting}
      toRefused={toRefused}
      onValue={(after) => {
        // The record is written with this key, so it stays the key even if more rows are loaded.
        if (own.length === 0 && known.length > 0) setKey(known);
        drafts.stage([{ record, field_id: column.id, before: undefined, after }]);
      }}
    />
  );
  const leave = (next: () => void) => {
    if (!toRefused()) next();
  };
  const close = useAskedClose({ refused, goesBy: ({ from, to }) => to !== from, onClose, closer: props.closer });
  // Where it covers the page, Back closes it alone: of the two guards the later one is asked.
  useClosedByBack(useMedia(narrowWindow), close);
  const matching = (
    <div className={styles.key}>
      <p>
        {judged === null
          ? t('keyNone', { rows: records.length })
          : t('keyFound', { ...judged, fields: known.map(nameOf).join(' + '), said: keyStateOf(judged) })}
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
  );
  return (
    <Panel
      title={t('newTitle')}
      note={<span className={styles.note}>{t('newNote', { others })}</span>}
      onClose={close}
      footer={
        <>
          <Button
            icon={<TrashIcon />}
            disabledReason={isEmpty ? t('newNothing') : null}
            onClick={() => {
              drafts.revert([...(draft?.cells.keys() ?? [])].map((field_id) => ({ item_id: id, field_id })));
              onClose();
            }}
          >
            {t('newDiscard')}
          </Button>
          <Button
            icon={<PlusIcon />}
            disabledReason={!writing && (!draft || missing.length > 0) ? t('newKeyFirst') : null}
            onClick={() => leave(onAnother)}
          >
            {t('newAnother')}
          </Button>
          <Button
            kind="primary"
            disabledReason={isEmpty && others === 0 ? t('newNothing') : null}
            onClick={() => leave(onReview)}
          >
            {t('newReview')}
          </Button>
        </>
      }
    >
      <div ref={content} onInput={() => setTyped(true)}>
        {judged === null ? matching : null}
        <div className={styles.form}>
          {named.map(field)}
          {rest.map(field)}
        </div>
        {judged === null ? null : (
          <details
            className={styles.advanced}
            // It is at the end of the panel: what it opens would be below the edge.
            onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
          >
            <summary>{t('advanced')}</summary>
            {matching}
          </details>
        )}
      </div>
    </Panel>
  );
}

function fieldOf(column: GridColumn) {
  return { field_id: column.id, name: column.name ?? column.id, kind: column.kind, options: knownOptions(column) };
}

/** The sentence that describes a key. */
function keyStateOf({ rows, empty, duplicates }: JudgedKey): 'unread' | 'unique' | 'shared' | 'empty' {
  if (rows === 0) return 'unread';
  if (duplicates > 0) return 'shared';
  return empty > 0 ? 'empty' : 'unique';
}

interface NewRecordFieldHandle {
  /** Its text, where it does not fit. */
  refused(): readonly RefusedText[];
}

interface NewRecordFieldProps {
  ref: Ref<NewRecordFieldHandle>;
  column: GridColumn;
  label: string;
  isKey: boolean;
  /** Without it the record has no key. */
  isMissing: boolean;
  value: Json | undefined;
  /** It has a text that is taken when it is left. */
  onWriting(isWriting: boolean): void;
  onValue(value: Json): void;
  /** Leads to a refused value. */
  toRefused(): boolean;
}

/** A field of a new record: applied on leaving it or pressing Enter; a text that does not fit is reported and kept in the field. */
function NewRecordField(props: NewRecordFieldProps) {
  const { ref, column, label, isKey, isMissing, value, onWriting, onValue, toRefused } = props;
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const staged = cellText(value, column.kind, column.config ?? undefined);
  const [text, setText] = useState(staged);
  const [seen, setSeen] = useState(staged);
  const [problem, setProblem] = useState<CoerceReason | null>(null);
  // Undo, redo and other tabs change it as well.
  if (staged !== seen) {
    setSeen(staged);
    setText(staged);
    setProblem(null);
  }

  /** @returns whether it fits */
  function take(next: string): boolean {
    const coerced = coerceCell(next, column, undefined);
    const problem = coerced.ok || next === staged ? null : coerced.reason;
    setProblem(problem);
    if (coerced.ok && next !== staged) onValue(coerced.value);
    return problem === null;
  }

  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => ({
    refused() {
      if (text === staged || coerceCell(text, column, undefined).ok) return [];
      const show = () => {
        take(text);
        form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
      };
      return [{ text, show }];
    },
  }));
  // Back leaves it without a blur: what is written is kept where it fits, as by any other way out.
  const onLeave = useEffectEvent(() => take(text));
  useEffect(() => () => void onLeave(), []);

  const isLacking = isMissing && text === '';
  const notes = [
    isKey && !isLacking ? t('isKey') : null,
    column.config?.required && !isKey ? t('isRequired') : null,
    g(columnKindKey(column)),
  ];
  const hint = notes.filter(Boolean).join(' · ');
  return (
    <form
      ref={form}
      className={isKey ? styles.keyField : styles.field}
      onInput={() => onWriting(true)}
      onBlur={() => {
        take(text);
        onWriting(false);
      }}
      onKeyDown={(event) => {
        if (isPressed('review', event) && (!take(text) || toRefused())) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
    >
      <SetValueField
        column={column}
        label={label}
        text={text}
        onText={(next, chosen) => {
          setText(next);
          if (chosen) take(next);
          else if (problem !== null && coerceCell(next, column, undefined).ok) setProblem(null);
        }}
        hint={
          isLacking ? (
            <>
              <b className={styles.lacking}>{t('keyLacking')}</b> · {hint}
            </>
          ) : (
            hint
          )
        }
        error={problem === null ? undefined : t(problemKey(problem))}
      />
    </form>
  );
}
