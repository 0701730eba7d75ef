// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the table is scrolled as a whole
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnHead } from '../../../transfer/in/source/header';
import { textOfCell } from '../../../transfer/in/source/rows';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { classNames } from '../../../ui/hooks/class-names';
import { useColumnNames } from '../columns/use-column-names';
import styles from '../import.module.css';
import { oneLine } from '../one-line';
import { usePages } from './use-pages';

const rowHeight = 29;
/** More rows would be higher than a browser lays out. */
const shownRows = 500_000;
const pageRows = 100;
/** More columns are looked at in the next step, each in a line of its own. */
const shownColumns = 60;

const charPx = 8;
const paddingPx = 24;

/** Wide enough for the header and the first texts, within reason. */
function widthOf({ index, name }: ColumnHead, { profiles }: FileFacts): number {
  const longest = Math.max(name.length + 2, ...(profiles[index]?.samples ?? []).map((text) => text.length));
  return Math.round(Math.min(300, Math.max(80, longest * charPx + paddingPx)));
}

/** The rows as they were read, all of them; pages come from the worker as they are scrolled to. */
export function SourcePreview({ facts, client }: { facts: FileFacts; client: ImportClient }) {
  const t = useTranslations('import');
  const nameOf = useColumnNames(facts.columns);
  const scroller = useRef<HTMLDivElement>(null);
  const load = useCallback(
    (page: number) => client.ask('rows', { from: page * pageRows, to: (page + 1) * pageRows }),
    [client],
  );
  const rowAt = usePages(load, pageRows);
  const rows = Math.min(facts.rows, shownRows);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const columns = facts.columns.slice(0, shownColumns);
  const tracks = {
    '--tracks': `72px ${columns.map((column) => `${widthOf(column, facts)}px`).join(' ')}`,
  } as CSSProperties;
  const table = (
    <div
      ref={scroller}
      role="table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
      tabIndex={0}
      aria-label={t('preview')}
      aria-rowcount={facts.rows + 1}
      aria-colcount={facts.columns.length + 1}
      className={styles.preview}
      style={tracks}
    >
      <div role="rowgroup" className={styles.previewHead}>
        <div role="row" aria-rowindex={1} className={styles.previewRow}>
          <div role="columnheader">{t('line')}</div>
          {columns.map((column) => (
            <div
              key={column.index}
              role="columnheader"
              title={column.name}
              className={classNames(column.name === '' && 'dim')}
            >
              {nameOf(column.index)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.previewBody} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rowAt(item.index);
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-broken={row?.broken ?? undefined}
              className={styles.previewRow}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
            >
              <div role="cell" className="dim">
                {row?.line}
              </div>
              {columns.map(({ index }) => {
                const text = row ? textOfCell(row.cells[index] ?? '').slice(0, 300) : '';
                const line = oneLine(text);
                return (
                  <div key={index} role="cell" title={text}>
                    {line}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
  return (
    <>
      {table}
      {rows < facts.rows ? <p className={styles.small}>{t('previewRows', { shown: rows, all: facts.rows })}</p> : null}
      {columns.length < facts.columns.length ? (
        <p className={styles.small}>{t('previewColumns', { shown: columns.length, all: facts.columns.length })}</p>
      ) : null}
    </>
  );
}
