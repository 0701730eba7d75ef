import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { KindIcon } from '../../../grid/cells/cell-view';
import { isDescribed, noChoice } from '../../../grid/columns/column-choice';
import { columnKindKey, columnLabel, kindDescription } from '../../../grid/columns/column-label';
import { columnsInOrder, gridColumnOf, moveColumn, showColumns } from '../../../grid/columns/column-table';
import { recordColumnId } from '../../../grid/columns/columns-of';
import { fileStem, saveFile } from '../../../transfer/out/sinks';
import { Button, IconButton } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { JsonFileButton } from '../../../ui/form/json-file-button';
import { Segmented } from '../../../ui/form/select';
import { SearchField } from '../../../ui/form/text-field';
import { classNames } from '../../../ui/hooks/class-names';
import { cardsWindow, fingerPointer, phoneWindow, useMedia } from '../../../ui/hooks/use-media';
import { DownloadIcon, InfoIcon, PinIcon, UploadIcon } from '../../../ui/icons/icons';
import { GripIcon } from '../../../ui/icons/later-icons';
import {
  type Density,
  densities,
  lineCountOf,
  lineCounts,
  setDensity,
  setLines,
  useAppearance,
} from '../../../ui/theme/appearance';
import { formatDictionary, readDictionaryFile } from './column-dictionary';
import styles from './columns-list.module.css';
import { useListDrag } from './list-drag';
import { controlOf, useListFocus } from './list-focus';
import type { ChosenColumns } from './use-chosen-columns';

export interface ColumnsListProps {
  chosen: ChosenColumns;
  about: { table_id: string; table_name: string };
  /** Whether the service leaves hidden columns out (4.1); null while none is hidden. */
  leavesOut: boolean | null;
  /** Something else opens in place of the list. */
  onLeave(): void;
}

/** The controls of a row in their order. A column is dragged by its handle, and there the arrows move it. */
const part = { handle: 0, show: 1, pin: 2, about: 3 } as const;

const rowHeights = { finger: 40, mouse: 30 } as const;

/**
 * Every column of the table in its order: to find, to show or to hide, to move by pointer or key; names and kinds go out as a file, and come in.
 * Long: one list that is searched, dragged, ticked and renamed, by pointer and keys.
 */
export function ColumnsList({ chosen, about, leavesOut, onLeave }: ColumnsListProps) {
  const { columns, table, choice, onChoice, onDialog } = chosen;
  const t = useTranslations('columns.list');
  const g = useTranslations('grid');
  const format = useFormatter();
  const { density, lines } = useAppearance();
  const isPhone = useMedia(phoneWindow);
  const isCards = useMedia(cardsWindow);
  const isFinger = useMedia(fingerPointer);
  const rowHeight = rowHeights[isPhone || isFinger ? 'finger' : 'mouse'];
  const [find, setFind] = useState('');
  const scroller = useRef<HTMLUListElement>(null);
  const all = columnsInOrder(table).filter(({ id }) => id !== recordColumnId);
  const wanted = find.trim().toLowerCase();
  const found = all.filter((each) => {
    const column = gridColumnOf(each);
    return `${columnLabel(column, g)} ${column.id} ${g(columnKindKey(column))}`.toLowerCase().includes(wanted);
  });
  const shown = all.filter((column) => column.getIsVisible()).length;
  // The button that opens the list counts only the others.
  const hiddenByDefault = all.filter(
    (column) => !column.getIsVisible() && noChoice.columnVisibility[column.id] === false,
  ).length;
  const ids = found.map(({ id }) => id);
  const focus = useListFocus({ list: scroller, ids, first: part.show });
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => found[index]?.id ?? index,
    overscan: 6,
    // The row that the Tab key leads to is there wherever one has scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focus.stopRow])].sort((one, other) => one - other),
  });
  // The column that was moved last, to announce its new position.
  const [moved, setMoved] = useState<string | null>(null);
  const move = (id: string, target: string, side: 'before' | 'after') => {
    moveColumn(table, id, target, side);
    setMoved(id);
  };
  const { drag, onHandlePress } = useListDrag({ list: scroller, ids, rowHeight, onMove: move });
  const movedTo = all.findIndex(({ id }) => id === moved);
  const movedColumn = all[movedTo];

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const control = controlOf(event.target);
    if (!control || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const moves = (event.altKey && event.shiftKey) || (control.at === part.handle && !event.altKey);
    if (step !== 0 && moves) {
      // Also where others are not shown, it passes the next one of all: each press moves it.
      const beside = all[all.findIndex(({ id }) => id === control.id) + step];
      if (beside) {
        move(control.id, beside.id, step > 0 ? 'after' : 'before');
        focus.focusControl(control);
      }
    } else if (event.altKey) return;
    else if (event.key === 'Enter' && control.at === part.show && event.target instanceof HTMLElement) {
      event.target.click();
    } else if (!focus.followKey(event, control)) return;
    event.preventDefault();
  }

  const exportNames = () =>
    saveFile(
      new Blob([formatDictionary(about, columns, choice)], { type: 'application/json' }),
      `${fileStem(about.table_name, about.table_id)}.fields.json`,
    );

  return (
    <div className={styles.panel}>
      <SearchField
        label={t('find')}
        hideLabel
        placeholder={t('find')}
        size="small"
        value={find}
        onChange={setFind}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          focus.focusRow(0, part.show);
        }}
      />
      <div className={styles.line}>
        <span role="status">{t('shown', { shown, all: all.length, hiddenByDefault })}</span>
        {[true, false].map((show) => (
          <Button
            key={String(show)}
            kind="ghost"
            size="small"
            onClick={() => showColumns(table, ids, show)}
            disabledReason={found.length === 0 && t('noneFound')}
          >
            {wanted ? t(show ? 'showFound' : 'hideFound', { count: found.length }) : t(show ? 'showAll' : 'hideAll')}
          </Button>
        ))}
      </div>
      {/* Cards have one height. */}
      {isCards ? null : (
        <>
          <div className={styles.line}>
            <span>{t('density')}</span>
            <Segmented<Density>
              label={t('density')}
              value={density}
              onChange={setDensity}
              options={densities.map((value) => ({ value, label: t(value) }))}
            />
          </div>
          <div className={styles.line}>
            <span>{t('lines')}</span>
            <Segmented
              label={t('lines')}
              value={String(lines)}
              onChange={(value) => setLines(lineCountOf(Number(value)))}
              options={lineCounts.map((count) => ({ value: String(count), label: format.number(count) }))}
            />
          </div>
        </>
      )}
      <ul
        ref={scroller}
        className={styles.list}
        aria-label={t('columns')}
        aria-description={t('keys')}
        onFocus={focus.onFocus}
        onKeyDown={onKeyDown}
      >
        <li aria-hidden="true" style={{ height: virtualizer.getTotalSize() }} />
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const each = found[index];
          if (!each) return null;
          const column = gridColumnOf(each);
          const label = columnLabel(column, g);
          const pin = each.getIsPinned();
          return (
            <li
              key={key}
              data-row={each.id}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              className={classNames(styles.row, drag?.id === each.id && styles.dragged)}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
            >
              <IconButton
                size="small"
                tabIndex={focus.tabIndexOf(each.id, part.handle)}
                label={t('move', { column: label })}
                aria-description={t('moveHow')}
                icon={<GripIcon size={14} />}
                className={styles.handle}
                onPointerDown={(press) => onHandlePress(press, each.id)}
              />
              <Checkbox
                label={label}
                checked={each.getIsVisible()}
                onChange={(on) => each.toggleVisibility(on)}
                tabIndex={focus.tabIndexOf(each.id, part.show)}
              />
              <span className={styles.id}>{label === column.id ? '' : column.id}</span>
              <IconButton
                size="small"
                label={
                  pin
                    ? t(pin === 'start' ? 'pinnedLeft' : 'pinnedRight', { column: label })
                    : t('pin', { column: label })
                }
                icon={<PinIcon size={13} />}
                className={classNames(styles.pin, pin !== false && styles.pinned)}
                tabIndex={focus.tabIndexOf(each.id, part.pin)}
                onClick={() => {
                  each.pin(pin ? false : 'start');
                  // Its row has another place now.
                  focus.focusControl({ id: each.id, at: part.pin });
                }}
              />
              <span className={styles.kind} title={kindDescription(column, g)}>
                <KindIcon kind={column.kind} size={13} />
                {g(columnKindKey(column))}
              </span>
              <IconButton
                size="small"
                label={t('about', { column: label })}
                tabIndex={focus.tabIndexOf(each.id, part.about)}
                icon={<InfoIcon size={14} />}
                onClick={() => {
                  onLeave();
                  onDialog({ about: 'fields', id: column.id });
                }}
              />
            </li>
          );
        })}
        {drag === null ? null : (
          <li
            aria-hidden="true"
            className={styles.gap}
            style={{ transform: `translateY(${drag.gap * rowHeight - 1}px)` }}
          />
        )}
      </ul>
      {/* Where others are not shown, the list does not show that it moved. */}
      <span role="status" className={movedColumn && wanted ? styles.note : 'visually-hidden'}>
        {movedColumn
          ? t('movedTo', { column: columnLabel(gridColumnOf(movedColumn), g), place: movedTo + 1, all: all.length })
          : null}
      </span>
      {found.length === 0 ? <p className={styles.none}>{t('noneFound')}</p> : null}
      {leavesOut === null ? null : (
        <p className={styles.note}>{t(`returnFields.${leavesOut ? 'leftOut' : 'loaded'}`)}</p>
      )}
      <div className={styles.foot}>
        <Button
          size="small"
          icon={<InfoIcon />}
          onClick={() => {
            onLeave();
            onDialog({ about: 'fields', id: null });
          }}
        >
          {t('fields')}
        </Button>
        <span className={styles.space} />
        <Button kind="ghost" size="small" icon={<DownloadIcon />} tooltip={t('exportTip')} onClick={exportNames}>
          {t('export')}
        </Button>
        <JsonFileButton
          kind="ghost"
          size="small"
          icon={<UploadIcon />}
          tooltip={t('importTip')}
          label={t('importFile')}
          onFile={(file) =>
            void readDictionaryFile(file).then((read) => {
              onLeave();
              onDialog({ about: 'import', fileName: file.name, read });
            })
          }
        >
          {t('import')}
        </JsonFileButton>
      </div>
      <div className={styles.foot}>
        <span className={styles.space}>{t('kept', { keys: String(!isCards) })}</span>
        <Button
          kind="ghost"
          size="small"
          onClick={() => onChoice((now) => ({ ...noChoice, names: now.names, kinds: now.kinds }))}
        >
          {t('reset')}
        </Button>
        {columns.some(({ id }) => isDescribed(id, choice)) ? (
          <Button kind="ghost" size="small" onClick={() => onChoice((now) => ({ ...now, names: {}, kinds: {} }))}>
            {t('resetNames')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
