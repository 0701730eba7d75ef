import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { previewOf } from '../../../grid/cells/preview';
import { columnLabel, reasonKey } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import type { Rectangle } from '../../../grid/selection/selection';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Badge } from '../../../ui/display/badge';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { Combobox } from '../../../ui/form/combobox';
import { Segmented } from '../../../ui/form/select';
import { Dialog } from '../../../ui/overlay/dialog';
import type { Extent } from '../rows/extent';
import styles from './edits.module.css';
import { rangeRowsMax } from './read-range-dialog';
import { type SetLine, type SetMatching, useSetMatching } from './set-matching-rows';
import { SetValueField } from './set-value-field';

interface SetValueDialogProps {
  client: Client;
  query: RecordQuery;
  /** The columns of the grid, in their order, and what is selected of them. */
  columns: readonly GridColumn[];
  range: Rectangle;
  extent: Extent;
  drafts: Drafts;
  onSet(text: string, column: number): void;
  onStage(edits: CellEdit[]): void;
  onClose(): void;
}

/** One value for every selected row, or for all that match: those are read first, and shown before anything changes. */
export function SetValueDialog(props: SetValueDialogProps) {
  const { client, query, columns, range, extent, drafts, onSet, onStage, onClose } = props;
  const t = useTranslations('edits');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  const writable = columns.filter((column) => !isReadOnly(column));
  const [chosen, setChosen] = useState(
    () => (writable.find(({ id }) => id === columns[range.left]?.id) ?? writable[0])?.id ?? '',
  );
  const [text, setText] = useState('');
  const [clears, setClears] = useState(false);
  const [scope, setScope] = useState<'selected' | 'matching'>('selected');
  const matching = useSetMatching(client, query, drafts);
  const column = writable.find(({ id }) => id === chosen);
  const value = clears ? '' : text;
  const rows = range.bottom - range.top + 1;
  const form = useId();
  // The field is that of the selection already: whoever came by a key goes on typing.
  const valueField = useRef<HTMLElement>(null);

  function go() {
    if (!column) return;
    if (scope === 'matching') matching.read(column, value);
    else {
      // Rows that were never read bring up a dialog of their own.
      onClose();
      onSet(value, columns.indexOf(column));
    }
  }

  if (matching.phase !== 'before' && column) {
    return (
      <SetValueFound
        matching={matching}
        column={column}
        extent={extent}
        onRetry={() => matching.read(column, value)}
        onBack={matching.reset}
        onStage={() => {
          onStage(matching.found.lines.flatMap(({ edit }) => edit ?? []));
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('setTitle')}
      size="small"
      initialFocus={valueField}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="primary" type="submit" form={form}>
            {scope === 'matching' ? t('setRead') : t('setStage')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <Combobox
          label={t('setColumn')}
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            setText('');
          }}
          options={writable.map((each) => ({ value: each.id, label: columnLabel(each, g), hint: each.id }))}
        />
        {column && !clears ? (
          <div
            ref={(element) => {
              valueField.current = element?.querySelector<HTMLElement>('input, textarea') ?? null;
            }}
          >
            <SetValueField column={column} text={text} onText={setText} />
          </div>
        ) : null}
        <Checkbox label={t('setClear')} checked={clears} onChange={setClears} />
        <Segmented
          label={t('setScope')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'selected', label: t('setSelected', { rows }) },
            { value: 'matching', label: query.filter ? t('setMatching') : t('setMatchingTable') },
          ]}
        />
        {scope === 'matching' ? (
          <p className={styles.note}>
            {t('setMatchingNote', {
              rows:
                extent.exactly === null
                  ? t('rowsAtLeast', { count: extent.atLeast })
                  : t('rowsExactly', { count: extent.exactly }),
            })}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

interface SetValueFoundProps {
  matching: SetMatching;
  column: GridColumn;
  extent: Extent;
  onRetry(): void;
  onBack(): void;
  onStage(): void;
  onClose(): void;
}

/** The walk over all rows that match, and then each that would change: nothing is staged before the list has been seen. */
function SetValueFound({ matching, column, extent, onRetry, onBack, onStage, onClose }: SetValueFoundProps) {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const { phase, rows, requests, drifted, found } = matching;
  const change = found.lines.reduce((sum, { edit }) => sum + (edit ? 1 : 0), 0);
  const columns = useLineColumns(column);
  const done = phase === 'done';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('setTitle')}
      subtitle={columnLabel(column, g)}
      size={done ? 'large' : 'small'}
      flush={done}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onBack}>{phase === 'reading' ? t('walkStop') : t('back')}</Button>
          {done ? (
            <Button kind="primary" onClick={onStage} disabledReason={change === 0 ? t('foundNothing') : null}>
              {t('stageCount', { count: change })}
            </Button>
          ) : null}
        </>
      }
    >
      {phase === 'reading' ? (
        <div className={styles.form}>
          <p role="status">{t('walking', { rows, requests })}</p>
          <ProgressBar label={t('setTitle')} value={extent.exactly === null ? null : rows} max={extent.exactly ?? 1} />
          <RetryingNotice failing={matching.failing} look="line" />
        </div>
      ) : phase === 'stopped' ? (
        <Notice tone="unknown">{t('walkTooMany', { most: rangeRowsMax })}</Notice>
      ) : phase === 'failed' ? (
        <div className={styles.form}>
          <p>{t('walkFailed')}</p>
          <ApiErrorNotice error={matching.error} onRetry={onRetry} />
        </div>
      ) : (
        <>
          <p role="status" className={styles.found}>
            {t.rich('found', {
              change,
              same: found.same,
              refused: found.lines.length - change,
              b: (chunks) => <b className="num">{chunks}</b>,
            })}
          </p>
          {drifted > 0 ? (
            <Notice strip tone="unknown">
              {t('drifted', { count: drifted })}
            </Notice>
          ) : null}
          <div className={styles.list}>
            <VirtualTable
              label={t('setList')}
              rows={found.lines}
              rowKey={({ record }) => record.item_id}
              columns={columns}
              selected={null}
              onSelect={() => {}}
              onClose={onClose}
              empty={t('foundNothing')}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}

function useLineColumns(column: GridColumn): VirtualColumn<SetLine>[] {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const w = useTranslations('grid.words');
  const said = (value: Json | undefined) =>
    value === undefined
      ? w('missing')
      : value === null
        ? w('null')
        : previewOf(cellText(value, column.kind, column.config ?? undefined)) || w('empty');
  return [
    {
      key: 'record',
      header: t('record'),
      width: 'minmax(160px, 1fr)',
      cell: ({ record }) => (
        <>
          <span className="mono">{record.item_id}</span> <span className="mid">{record.title}</span>
        </>
      ),
    },
    {
      key: 'values',
      header: t('oldNew'),
      width: 'minmax(200px, 1.6fr)',
      cell: ({ record, edit }) => (
        <>
          <del className={styles.old}>{said(edit ? edit.before : record.fields[column.id])}</del>{' '}
          {edit ? <ins className={styles.new}>{said(edit.after)}</ins> : null}
        </>
      ),
    },
    {
      key: 'why',
      header: t('reason'),
      width: 'minmax(120px, 1fr)',
      cell: ({ reason }) => (reason ? <Badge tone="bad">{g(reasonKey(reason))}</Badge> : null),
    },
  ];
}
