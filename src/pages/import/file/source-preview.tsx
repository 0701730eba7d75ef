import { useQueries } from '@tanstack/react-query';
import { type CSSProperties, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnHead } from '../../../transfer/in/source/header';
import { textOfCell } from '../../../transfer/in/source/rows';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { TablePart } from '../../../ui/display/scroll-region';
import { useRowList } from '../../../ui/display/use-row-list';
import { classNames } from '../../../ui/hooks/class-names';
import rowStyles from '../row-table.module.css';
import { oneLine, Small, useColumnNames } from '../step-parts';

const rowHeight = 29;
const pageRows = 100;
/** Pages out of sight are read again. */
const keptMs = 30_000;
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
  const list = useRowList({ scroller, rows: facts.rows, rowHeight, headerHeight: rowHeight });
  const pages = [...new Set(list.items.map(({ index }) => Math.floor(index / pageRows)))];
  const reading = useId();
  const read = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['import-rows', reading, page],
      queryFn: () => client.ask('rows', { from: page * pageRows, to: (page + 1) * pageRows }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
      structuralSharing: false,
    })),
  });
  const rowAt = (index: number) => read[pages.indexOf(Math.floor(index / pageRows))]?.data?.[index % pageRows];
  const columns = facts.columns.slice(0, shownColumns);
  const tracks = {
    '--tracks': `80px ${columns.map((column) => `${widthOf(column, facts)}px`).join(' ')}`,
  } as CSSProperties;
  return (
    <>
      <TablePart
        ref={scroller}
        role="table"
        aria-label={t('preview')}
        aria-rowcount={facts.rows + 1}
        aria-colcount={facts.columns.length + 1}
        className={rowStyles.table}
        style={tracks}
      >
        <TablePart role="rowgroup" className={rowStyles.head}>
          <TablePart role="row" aria-rowindex={1} className={rowStyles.row}>
            <TablePart role="columnheader">{t(facts.places)}</TablePart>
            {columns.map((column) => (
              <TablePart
                key={column.index}
                role="columnheader"
                title={column.name}
                className={classNames(column.name === '' && 'dim')}
              >
                {nameOf(column.index)}
              </TablePart>
            ))}
          </TablePart>
        </TablePart>
        <TablePart role="rowgroup" className={rowStyles.body} style={{ height: list.height }}>
          <div role="presentation" style={{ transform: `translateY(${list.originTop}px)` }}>
            {list.items.map(({ index, top }) => {
              const row = rowAt(index);
              return (
                <TablePart
                  key={index}
                  role="row"
                  aria-rowindex={index + 2}
                  data-broken={row?.broken ?? undefined}
                  className={rowStyles.row}
                  style={{ transform: `translateY(${top}px)`, height: rowHeight }}
                >
                  <TablePart role="cell" className="dim">
                    {row?.line}
                  </TablePart>
                  {columns.map((column) => {
                    const text = row ? textOfCell(row.cells[column.index] ?? '').slice(0, 300) : '';
                    return (
                      <TablePart key={column.index} role="cell" title={text}>
                        {oneLine(text)}
                      </TablePart>
                    );
                  })}
                </TablePart>
              );
            })}
          </div>
        </TablePart>
      </TablePart>
      {columns.length < facts.columns.length ? (
        <Small as="p">{t('previewColumns', { shown: columns.length, all: facts.columns.length })}</Small>
      ) : null}
    </>
  );
}
