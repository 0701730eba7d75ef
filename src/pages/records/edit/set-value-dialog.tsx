import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import type { Extent } from '../../../grid/rows/extent';
import type { Rectangle } from '../../../grid/selection/selection';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { Combobox } from '../../../ui/form/combobox';
import { Segmented } from '../../../ui/form/select';
import { Dialog } from '../../../ui/overlay/dialog';
import styles from './edits.module.css';
import { SetValueField } from './set-value-field';
import { SetValueFound } from './set-value-found';
import { useSetMatching } from './use-set-matching';

interface SetValueDialogProps {
  client: Client;
  query: RecordQuery;
  /** The columns of the grid, in their order, and what is selected of them. */
  columns: readonly GridColumn[];
  range: Rectangle;
  extent: Extent;
  drafts: Drafts;
  /** Puts a text under a column into the selected rows. */
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
        onBack={matching.cancel}
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
