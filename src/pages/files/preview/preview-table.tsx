// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the table scrolls as a whole; its cells do nothing
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import type { CsvRows } from './csv-rows';
import styles from './preview-table.module.css';

const rowHeight = 26;
const measuredRows = 60;

/** Rows of text as a table of any length: only those in sight are drawn. The first row stands at the top, as names. */
export function PreviewTable({ label, rows: { rows, columns } }: { label: string; rows: CsvRows }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [names = [], ...body] = rows;
  const tracks = useMemo(() => tracksOf(rows.slice(0, measuredRows), columns), [rows, columns]);
  const virtualizer = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
      tabIndex={0}
      className={styles.scroller}
      style={{ '--tracks': tracks } as CSSProperties}
    >
      <div role="rowgroup" className={styles.head}>
        <Cells row={names} columns={columns} index={0} role="columnheader" />
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <Cells key={index} row={body[index] ?? []} columns={columns} index={index + 1} top={start} role="cell" />
        ))}
      </div>
    </div>
  );
}

interface CellsProps {
  row: readonly string[];
  columns: number;
  /** Place in the file, from 0. */
  index: number;
  top?: number;
  role: 'columnheader' | 'cell';
}

function Cells({ row, columns, index, top, role }: CellsProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={styles.row}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)`, position: 'absolute' }}
    >
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell of a text has no other name than its place
        <div key={column} role={role} title={row[column]}>
          {row[column]}
        </div>
      ))}
    </div>
  );
}

/** Width of each column by the longest of its first cells, within bounds. */
function tracksOf(rows: readonly string[][], columns: number): string {
  const width = (column: number): number =>
    rows.reduce((most, row) => Math.max(most, Math.min(row[column]?.length ?? 0, 32)), 4);
  return Array.from({ length: columns }, (_, column) => `${width(column) + 3}ch`).join(' ');
}
