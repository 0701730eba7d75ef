import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import * as v from 'valibot';
import { isNumber } from '../../../contract/field-kinds';
import { columnLabel } from '../../../grid/columns/column-label';
import type { ColumnLayout } from '../../../grid/columns/column-layout';
import { type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { numberText, roundedText } from '../../../grid/selection/selection-summary';
import { readTableSetting, type TablePlace, writeTableSetting } from '../../../storage/database';
import { Button } from '../../../ui/form/button';
import { cardsWindow, useMedia } from '../../../ui/hooks/use-media';
import type { MenuItem } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';
import { type Figure, type Measure, measures, measuresFor, recordsWith, summaryOf } from './measures';
import styles from './summary-row.module.css';

type Pages = Pick<RecordPages, 'loadedPages' | 'facts'>;

interface SummaryRowProps {
  place: TablePlace;
  /** The box of the grid, with which the row scrolls sideways. */
  grid: RefObject<HTMLElement | null>;
  layout: ColumnLayout;
  pages: Pages & Pick<RecordPages, 'older'>;
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
  const choice = useSummaryChoice(place);
  const [menu, setMenu] = useState<{ of: GridColumn; at: { x: number; y: number } } | null>(null);
  const scrolled = useRef<HTMLDivElement>(null);
  // Figures may take longer than a frame: they follow the rows.
  const facts = useDeferredValue(pages.facts);
  const { loadedPages } = pages;

  useEffect(() => {
    const scroller = grid.current?.querySelector('[role=grid]');
    if (!scroller) return;
    const follow = (): void => scrolled.current?.style.setProperty('translate', `${-scroller.scrollLeft}px`);
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [grid]);

  const rows = useMemo(() => {
    // The rows are in the cache, which tells of no change: their facts do.
    void facts;
    return recordsWith(loadedPages(), recordColumnId).length;
  }, [facts, loadedPages]);
  const covered = t(rows === extent.exactly ? 'allRows' : 'loadedRows', { count: rows });
  const measureOf = ({ id, kind }: GridColumn): Measure => {
    const possible = measuresFor(kind);
    return possible.find((each) => each === choice.measures[id]) ?? possible[0] ?? 'filled';
  };

  const cell = ({ column, width }: ColumnLayout['laid'][number]) => (
    <div key={column.id} className={styles.cell} style={{ width }}>
      {column.id === recordColumnId ? (
        <span title={covered}>{covered}</span>
      ) : (
        <SummaryFigure
          column={column}
          by={measureOf(column)}
          facts={facts}
          loadedPages={loadedPages}
          rows={rows}
          onMenu={setMenu}
        />
      )}
    </div>
  );

  const items: MenuItem[] = menu
    ? [
        ...measuresFor(menu.of.kind).map((by) => ({
          key: by,
          label: t(`measure.${by}`),
          checked: measureOf(menu.of) === by,
          onSelect: () => {
            choice.measure(menu.of.id, by);
            setMenu(null);
          },
        })),
        { key: 'line', separator: true },
        { key: 'hide', label: t('hide'), onSelect: choice.toggle },
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

interface SummaryFigureProps extends Pages {
  column: GridColumn;
  by: Measure;
  /** How many rows are loaded; the column may be measured over fewer. */
  rows: number;
  onMenu(menu: { of: GridColumn; at: { x: number; y: number } }): void;
}

/** The figure of one column. A component of its own, so that React draws a frame between two of them: each may take milliseconds. */
const SummaryFigure = memo(function SummaryFigure(props: SummaryFigureProps) {
  const { column, by, facts, loadedPages, rows, onMenu } = props;
  const t = useTranslations('summary');
  const g = useTranslations('grid');
  const format = useFormatter();
  const found = useMemo(() => {
    void facts;
    return summaryOf(loadedPages(), column, by);
  }, [column, by, facts, loadedPages]);
  const name = t(`measure.${by}`);
  const text = figureText(found.figure);

  function figureText(figure: Figure): string {
    if (figure === null) return '–';
    if (by === 'yes') return format.number(Number(figure), { style: 'percent', maximumFractionDigits: 1 });
    if (by === 'average') return roundedText(String(figure));
    return typeof figure === 'number' || isNumber(column.kind) ? numberText(String(figure)) : figure;
  }

  return (
    <button
      type="button"
      className={styles.figure}
      aria-haspopup="menu"
      aria-label={t('figure', { column: columnLabel(column, g), name, text })}
      title={found.rows === rows ? `${name} ${text}` : `${name} ${text} · ${t('loadedRows', { count: found.rows })}`}
      onClick={({ currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        onMenu({ of: column, at: { x: left, y: top } });
      }}
    >
      {name} <b>{text}</b>
    </button>
  );
});

/** Shows and hides the summary row, from the status bar. */
export function SummaryToggle({ place }: { place: TablePlace }) {
  const t = useTranslations('summary');
  const { isShown, toggle } = useSummaryChoice(place);
  const isCards = useMedia(cardsWindow);
  if (isCards) return null;
  return (
    <Button kind="ghost" size="small" aria-pressed={isShown} tooltip={t('toggleTip')} onClick={toggle}>
      {t('label')}
    </Button>
  );
}

const schema = v.object({ isShown: v.boolean(), measures: v.record(v.string(), v.picklist(measures)) });
const nothing: v.InferOutput<typeof schema> = { isShown: false, measures: {} };

/** Whether the summary row of a table is shown, and which figure of each column, as this browser keeps it. */
function useSummaryChoice(place: TablePlace) {
  const queryClient = useQueryClient();
  const queryKey = ['summary', place.environment, place.table_id];
  const { data: choice = nothing } = useQuery({
    queryKey,
    queryFn: async () => {
      const kept = await readTableSetting({ ...place, name: 'summary' }).catch(() => null);
      return v.parse(v.fallback(schema, nothing), kept);
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = (next: Partial<typeof choice>): void => {
    const changed = { ...choice, ...next };
    queryClient.setQueryData(queryKey, changed);
    // Where the browser keeps nothing, the choice lasts as long as the page.
    writeTableSetting({ ...place, name: 'summary' }, changed).catch(() => undefined);
  };
  return {
    ...choice,
    toggle: () => change({ isShown: !choice.isShown }),
    measure: (column: string, by: Measure) => change({ measures: { ...choice.measures, [column]: by } }),
  };
}
