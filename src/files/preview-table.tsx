import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import { csvReader, dialectOf } from '../edits/csv';
import { TablePart } from '../ui/display/scroll-region';
import styles from './preview-table.module.css';

const rowHeight = 26;
const measuredRows = 60;

/** Rows of text as a table of any length: only visible ones are drawn. The first row is at the top, as names. */
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
    <TablePart
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      className={styles.scroller}
      style={{ '--tracks': tracks } as CSSProperties}
    >
      <TablePart role="rowgroup" className={styles.head}>
        <Cells row={names} columns={columns} index={0} role="columnheader" />
      </TablePart>
      <TablePart role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <Cells key={index} row={body[index] ?? []} columns={columns} index={index + 1} top={start} role="cell" />
        ))}
      </TablePart>
    </TablePart>
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
    <TablePart
      role="row"
      aria-rowindex={index + 1}
      className={styles.row}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)`, position: 'absolute' }}
    >
      {[...Array(columns).keys()].map((column) => (
        <TablePart key={column} role={role} title={row[column]}>
          {row[column]}
        </TablePart>
      ))}
    </TablePart>
  );
}

/** Width of each column by the longest of its first cells, within bounds. */
function tracksOf(rows: readonly string[][], columns: number): string {
  const width = (column: number): number =>
    rows.reduce((most, row) => Math.max(most, Math.min(row[column]?.length ?? 0, 32)), 4);
  return Array.from({ length: columns }, (_, column) => `${width(column) + 3}ch`).join(' ');
}

/** The beginning of a table that was written as text. */
export interface CsvRows {
  /** Cells of each row, as they are; the first row mostly names the columns. */
  rows: string[][];
  /** The most cells that a row has, at most `columnsMax`. */
  columns: number;
  /** There are rows beyond `rowsMax`. */
  moreRows: boolean;
  /** There are cells beyond `columnsMax`. */
  moreColumns: boolean;
}

const rowsMax = 20_000;
const columnsMax = 200;

/**
 * Rows of a table of text, for the eye.
 * @param cut the text is the beginning of a longer one, so its last row may be incomplete and is left out
 */
export function csvRows(text: string, cut = false): CsvRows {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const readRow = csvReader(body, dialectOf(body.slice(0, sampleCharacters)));
  const rows: string[][] = [];
  let columns = 0;
  let moreColumns = false;
  let at = 0;
  while (at < body.length && rows.length < rowsMax) {
    const { cells, end, mark, open } = readRow(at);
    at = end + mark;
    if (cut && (mark === 0 || open !== null)) break;
    if (cells.length > columnsMax) moreColumns = true;
    rows.push(cells.slice(0, columnsMax));
    columns = Math.max(columns, Math.min(cells.length, columnsMax));
  }
  return { rows, columns, moreRows: at < body.length, moreColumns };
}

/** Of which the delimiter is found. */
const sampleCharacters = 65_536;
