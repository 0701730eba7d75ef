// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { findingsOfPiece } from '../../../jobs/check/check-rows';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import { placeOf } from '../../../jobs/results/job-lines';
import type { CheckRow } from '../../../storage/job-rows';
import { classNames } from '../../../ui/hooks/class-names';
import styles from '../import.module.css';
import { FindingDetails } from './finding-details';
import { FindingRow } from './finding-row';
import { type Check, type PieceCounts, rowsIn } from './use-check';

interface CheckFindingsProps {
  check: CheckRow;
  pieces: readonly PieceCounts[];
  state: RowState | 'all';
  /** Says of rows that nearly equal a record what they mean. */
  onChoose: Check['choose'];
}

const rowHeight = 31;
/** Pixels of the line, of what was found, and of the edges of what changes. */
const lineWidth = 64;
const stateWidth = 168;
const edges = 24;
/** The record's share of what is left, and its bounds in pixels. */
const record = { share: 0.28, least: 130, most: 280 };
const keptPieces = 8;

/** Every row with what would become of it, old and new; pieces are read as they are scrolled to. */
export function CheckFindings({ check, pieces, state, onChoose }: CheckFindingsProps) {
  const t = useTranslations('import.check');
  const line = useTranslations('import')('line');
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const left = useWidth(scroller) - lineWidth - stateWidth;
  const recordWidth = Math.round(Math.min(record.most, Math.max(record.least, left * record.share)));
  const [active, setActive] = useState<number | null>(null);
  const { starts, total } = useMemo(() => {
    let sum = 0;
    const first = pieces.map((piece) => {
      const start = sum;
      sum += rowsIn(piece, state);
      return start;
    });
    return { starts: first, total: sum };
  }, [pieces, state]);
  const findingAt = useFindings(check.id, pieces, starts, state);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  if (total === 0)
    return (
      <p ref={focusIfLost} tabIndex={-1} className={styles.sound}>
        {t('nothing')}
      </p>
    );

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }[event.key];
    if (event.key === 'Escape') setActive(null);
    if (!step) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(total - 1, (active ?? -1) + step));
    setActive(next);
    virtualizer.scrollToIndex(next);
  }

  const open = active === null ? undefined : findingAt(active);
  const tracks = { '--tracks': `${lineWidth}px ${stateWidth}px ${recordWidth}px minmax(0, 1fr)` } as CSSProperties;
  return (
    <div className={styles.findings}>
      <div
        ref={setScroller}
        role="grid"
        tabIndex={0}
        aria-label={t('list')}
        aria-rowcount={total + 1}
        onKeyDown={onKeyDown}
        className={classNames(styles.preview, styles.foundRows)}
        style={tracks}
      >
        <div role="rowgroup" className={styles.previewHead}>
          <div role="row" aria-rowindex={1} className={styles.previewRow}>
            <div role="columnheader">{line}</div>
            <div role="columnheader">{t('found')}</div>
            <div role="columnheader">{t('record')}</div>
            <div role="columnheader">{t('changes')}</div>
          </div>
        </div>
        <div role="rowgroup" className={styles.previewBody} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <FindingRow
              key={item.key}
              finding={findingAt(item.index)}
              fields={check.fields}
              keyFields={check.update_by_fields}
              index={item.index}
              room={left - recordWidth - edges}
              selected={item.index === active}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              onSelect={() => setActive(item.index)}
            />
          ))}
        </div>
      </div>
      {open ? (
        <FindingDetails
          finding={open}
          fields={check.fields}
          others={check.others}
          keyFields={check.update_by_fields}
          onChoose={(choice) => {
            const { row } = open.record;
            onChoose(({ record }) => (record.row === row ? choice : undefined));
          }}
          onClose={() => setActive(null)}
        />
      ) : null}
    </div>
  );
}

/** How wide an element is, in pixels; 0 while it is not drawn. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Choosing what the last row means takes its choice away with it. */
function focusIfLost(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true });
}

/** The n-th finding in a state; undefined while its piece is read. */
function useFindings(
  checkId: string,
  counted: readonly PieceCounts[],
  starts: readonly number[],
  state: RowState | 'all',
) {
  const [, draw] = useState(0);
  const pieces = useRef(new Map<number, { rows?: readonly RowFinding[]; of?: readonly PieceCounts[] }>());
  return useCallback(
    (index: number): RowFinding | undefined => {
      const { call, nth } = placeOf(starts, index);
      const known = pieces.current.get(call);
      if (known?.of === counted) return known.rows?.[nth];
      // What was found before a choice stands until it is read again: who is choosing keeps the place.
      pieces.current.set(call, { rows: known?.rows, of: counted });
      for (const old of pieces.current.keys()) {
        if (pieces.current.size <= keptPieces) break;
        pieces.current.delete(old);
      }
      findingsOfPiece(checkId, call + 1)
        .then((findings) => {
          const rows = state === 'all' ? findings : findings.filter((finding) => finding.state === state);
          pieces.current.set(call, { rows, of: counted });
          draw((count) => count + 1);
        })
        .catch(() => pieces.current.delete(call));
      return known?.rows?.[nth];
    },
    [checkId, counted, starts, state],
  );
}
