import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import type { ColumnLayout, LaidColumn } from '../../../grid/columns/column-layout';
import { recordColumnId } from '../../../grid/columns/columns-of';
import { numberText, roundedText } from '../../../grid/selection/selection-summary';
import type { Cell } from '../../../insight/engine/answer';
import { type MeasureKind, measuresFor } from '../../../insight/questions/measure';
import type { TablePlace } from '../../../storage/database';
import { cardsWindow, useMedia } from '../../../ui/hooks/use-media';
import type { MenuItem } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';
import { measuredColumn, recordsWith, summaryOf } from './loaded-summary';
import { useSummaryChoice } from './summary-choice';
import styles from './summary-row.module.css';

interface SummaryRowProps {
  place: TablePlace;
  /** The box of the grid, with which the row scrolls sideways. */
  grid: RefObject<HTMLElement | null>;
  layout: ColumnLayout;
  pages: Pick<RecordPages, 'loadedPages' | 'facts' | 'older'>;
  extent: Extent;
}

/** Below the grid: one figure for each column, over the rows that are loaded, and of how many of all these are. */
export function SummaryRow(props: SummaryRowProps) {
  const { isShown } = useSummaryChoice(props.place);
  const isCards = useMedia(cardsWindow);
  return isShown && !isCards ? <ShownSummary {...props} /> : null;
}

function ShownSummary({ place, grid, layout, pages, extent }: SummaryRowProps) {
  const t = useTranslations('summary');
  const g = useTranslations('grid');
  const format = useFormatter();
  const { measures, measure, toggle } = useSummaryChoice(place);
  const [menu, setMenu] = useState<{ of: LaidColumn; at: { x: number; y: number } } | null>(null);
  const scrolled = useRef<HTMLDivElement>(null);
  // Figures may take longer than a frame: they follow the rows.
  const facts = useDeferredValue(pages.facts);

  useEffect(() => {
    const scroller = grid.current?.querySelector('[role=grid]');
    if (!scroller) return;
    const follow = (): void => scrolled.current?.style.setProperty('translate', `${-scroller.scrollLeft}px`);
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [grid]);

  const figures = useMemo(() => {
    // The rows are in the cache, which tells of no change: their facts do.
    void facts;
    return new Map(
      layout.laid
        .filter(({ column }) => column.id !== recordColumnId)
        .map(({ column }) => {
          const [usual = 'filled'] = measuresFor(measuredColumn(column));
          const kind = measures[column.id] ?? usual;
          return [column.id, { kind, ...summaryOf(pages.loadedPages(), column, kind) }] as const;
        }),
    );
  }, [layout, measures, facts, pages.loadedPages]);
  const rows = useMemo(() => {
    void facts;
    return recordsWith(pages.loadedPages(), recordColumnId).length;
  }, [facts, pages.loadedPages]);
  const covered = rows === extent.exactly ? t('allRows', { count: rows }) : t('loadedRows', { count: rows });

  function figureText(kind: MeasureKind, value: Cell): string {
    if (value === null) return '–';
    if (kind === 'yes') return format.number(Number(value), { style: 'percent', maximumFractionDigits: 1 });
    if (typeof value === 'number') return roundedText(String(value));
    return typeof value === 'bigint' || /^-?\d+(\.\d+)?$/.test(String(value))
      ? numberText(String(value))
      : String(value);
  }

  const cell = (laid: LaidColumn) => {
    const { column, width } = laid;
    const figure = figures.get(column.id);
    if (!figure) {
      return (
        <div key={column.id} className={styles.rows} style={{ width }} title={covered}>
          {covered}
        </div>
      );
    }
    const name = t(`measure.${figure.kind}`);
    const text = figureText(figure.kind, figure.value);
    return (
      <button
        key={column.id}
        type="button"
        className={styles.figure}
        style={{ width }}
        aria-haspopup="menu"
        aria-label={t('figure', { column: columnLabel(column, g), name, text })}
        title={
          figure.rows === rows ? `${name} ${text}` : `${name} ${text} · ${t('loadedRows', { count: figure.rows })}`
        }
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          setMenu({ of: laid, at: { x: left, y: top } });
        }}
      >
        {name} <b>{text}</b>
      </button>
    );
  };

  const chosen = menu?.of.column;
  const items: MenuItem[] = chosen
    ? [
        ...measuresFor(measuredColumn(chosen)).map((kind) => ({
          key: kind,
          label: t(`measure.${kind}`),
          checked: figures.get(chosen.id)?.kind === kind,
          onSelect: () => {
            measure(chosen.id, kind);
            setMenu(null);
          },
        })),
        { key: 'line', separator: true },
        { key: 'hide', label: t('hide'), onSelect: toggle },
      ]
    : [];
  return (
    <section aria-label={t('label')} className={styles.summary} data-older={pages.older || undefined}>
      <div className={styles.start} style={{ width: layout.startWidth }}>
        <div className={styles.sign} style={{ width: layout.numberWidth }} title={covered}>
          Σ
        </div>
        {layout.start.map(cell)}
      </div>
      <div className={styles.center}>
        <div ref={scrolled} className={styles.scrolled}>
          {layout.center.map(cell)}
        </div>
      </div>
      {layout.end.length > 0 ? <div className={styles.end}>{layout.end.map(cell)}</div> : null}
      {menu ? <ContextMenuPopup at={menu.at} open items={items} onOpenChange={() => setMenu(null)} /> : null}
    </section>
  );
}

/** Shows and hides the summary row, from the status bar. */
export function SummaryToggle({ place }: { place: TablePlace }) {
  const t = useTranslations('summary');
  const { isShown, toggle } = useSummaryChoice(place);
  return (
    <button type="button" aria-pressed={isShown} title={t('toggleTip')} className={styles.toggle} onClick={toggle}>
      Σ {t('label')}
    </button>
  );
}
