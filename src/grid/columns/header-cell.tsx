import type { MouseEvent, PointerEvent, RefCallback, TouchEvent } from 'react';
import { useTranslations } from 'use-intl';
import { TablePart } from '../../ui/display/scroll-region';
import { classNames } from '../../ui/hooks/class-names';
import { ArrowDownIcon, ArrowUpIcon, ChevronDownIcon, PinIcon } from '../../ui/icons/icons';
import { ariaKeysOf } from '../../ui/shortcuts/shortcuts';
import { KindIcon } from '../cells/cell-view';
import styles from '../grid.module.css';
import { sparkPath } from '../profile/distribution';
import { columnDescription, columnLabel, firstGapsOf, shownShare } from './column-label';
import type { LaidColumn } from './column-layout';

/** Where a menu opens, in px from the corner of the window. */
export interface MenuPlace {
  x: number;
  y: number;
}

/** What the head of a column can ask for. */
export interface HeaderActions {
  onOrder(columnId: string): void;
  /** Handles the press on a column's edge; the width follows the pointer, and is saved on release. */
  onEdgePress(event: MouseEvent | TouchEvent, columnId: string): void;
  /** Makes a column as wide as what was read of it. */
  onFit(columnId: string): void;
  /** Makes a column wider, or narrower, by so many px. */
  onWiden(columnId: string, by: number): void;
  onMove(columnId: string, target: string, side: 'before' | 'after'): void;
  /** Moves a column by one place. */
  onStep(columnId: string, step: -1 | 1): void;
  onMenu(columnId: string, place: MenuPlace): void;
}

interface HeaderCellProps {
  laid: LaidColumn;
  direction: 'asc' | 'desc' | null;
  /** It is the stop of the Tab key among the heads. */
  stop: boolean;
  /** Gives the focus to its name when it is drawn. */
  focusName: RefCallback<HTMLElement> | null;
  dragged: boolean;
  heads: HeaderActions;
  onHeadPress(event: PointerEvent<HTMLElement>, columnId: string): void;
}

/** Of the handle at the edge of a column, in px. */
const edgeWidth = 14;

/** Name, kind, gaps, distribution and id of a column. */
export function HeaderCell({ laid, direction, stop, focusName, dragged, heads, onHeadPress }: HeaderCellProps) {
  const t = useTranslations('grid');
  const { column, index, left, width, pinned, gaveWay } = laid;
  const { id, profile, confidence } = column;
  const name = columnLabel(column, t);
  const told = gaveWay ? [...columnDescription(column, t), t('gaveWay')] : columnDescription(column, t);
  const gaps = profile ? firstGapsOf(profile) : 0;
  const percent = (share: number) => `${Math.round(shownShare(share) * 100)}%`;
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    heads.onMenu(id, { x: event.clientX, y: event.clientY });
  };
  return (
    <>
      <TablePart
        role="columnheader"
        aria-colindex={index + 2}
        aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
        data-head={index}
        className={classNames(styles.heading, column.source !== 'system' && styles.field, dragged && styles.dragged)}
        style={{ left, width }}
        title={[name, id, ...told].join('\n')}
        onPointerDown={(event) => onHeadPress(event, id)}
        // By keyboard alone the focus comes here: a press leaves it with the cells.
        onMouseDown={(event) => event.preventDefault()}
        onContextMenu={openMenu}
      >
        <span className={styles.nameLine}>
          <button
            type="button"
            data-name=""
            ref={focusName}
            tabIndex={stop ? 0 : -1}
            className={classNames(styles.name, direction && styles.ordered)}
            aria-label={name}
            aria-description={told.join('; ')}
            aria-keyshortcuts={ariaKeysOf('columnMenu', 'columnLeft', 'columnRight')}
            onClick={() => heads.onOrder(id)}
          >
            <span className={styles.kind}>
              <KindIcon kind={column.kind} />
            </span>
            <span className={classNames(styles.nameText, name === id && styles.nameless)}>{name}</span>
            {direction === 'asc' ? <ArrowUpIcon size={13} /> : null}
            {direction === 'desc' ? <ArrowDownIcon size={13} /> : null}
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('columnMenu', { column: name })}
            aria-haspopup="menu"
            className={styles.menu}
            onClick={(event) => {
              const { left: x, bottom: y } = event.currentTarget.getBoundingClientRect();
              heads.onMenu(id, { x, y: y + 2 });
            }}
          >
            <ChevronDownIcon size={14} />
          </button>
        </span>
        {column.distribution ? (
          <svg viewBox="0 0 72 14" preserveAspectRatio="none" className={styles.spark} aria-hidden="true">
            <path d={sparkPath(column.distribution)} />
          </svg>
        ) : null}
        <span className={styles.facts} aria-hidden="true">
          {name === id ? null : <span className={classNames(styles.fieldId, styles.grows)}>{id}</span>}
          {gaveWay ? <PinIcon size={11} className={styles.gaveWay} /> : null}
          {profile && confidence > 0 && confidence < 1 ? (
            <span className={styles.doubt}>{percent(confidence)}</span>
          ) : null}
          {profile && gaps > 0 ? (
            <span className={styles.gaps}>{t('gapsOf', { share: percent(gaps), rows: profile.first.records })}</span>
          ) : null}
        </span>
      </TablePart>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a handle for the pointer; by key the name and the menu change the width */}
      <div
        role="presentation"
        data-edge=""
        className={styles.edge}
        // Half of it on each side of the line, over the head beside it.
        style={{ left: (pinned === 'end' ? left : left + width) - edgeWidth / 2, width: edgeWidth }}
        onContextMenu={openMenu}
        // No move of the column begins here.
        onPointerDown={(event) => event.stopPropagation()}
        onMouseDown={(event) => {
          event.preventDefault();
          heads.onEdgePress(event, id);
        }}
        onTouchStart={(event) => heads.onEdgePress(event, id)}
        onDoubleClick={(event) => {
          event.stopPropagation();
          heads.onFit(id);
        }}
      />
    </>
  );
}
