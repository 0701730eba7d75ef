import {
  type Column,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { type PlainRecord, pageKey, pageSize, readPage, type SortField } from './record-pages';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
const helper = createColumnHelper<typeof features, PlainRecord>();
type PlainColumn = Column<typeof features, PlainRecord>;

const rowHeight = 33;
const columnWidth = 160;
const noFields: readonly string[] = [];

interface RecordsGridProps {
  table_id: number;
  total: number;
}

/** A window of rows with React, TanStack Table and TanStack Virtual as their guides show them: what the console has to cost at the least. */
export function RecordsGrid({ table_id, total }: RecordsGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<SortField>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [fields, setFields] = useState(noFields);
  const [pages, setPages] = useState<ReadonlyMap<string, readonly PlainRecord[]>>(new Map());

  const rowWindow = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  }).getVirtualItems();
  const firstPage = Math.floor((rowWindow[0]?.index ?? 0) / pageSize);
  const lastPage = Math.floor((rowWindow.at(-1)?.index ?? 0) / pageSize);
  useEffect(() => {
    for (const page of new Set([firstPage, lastPage])) {
      void readPage(table_id, sort, page).then((records) => {
        const key = pageKey(sort, page);
        setPages((known) => (known.has(key) ? known : new Map(known).set(key, records)));
        setFields((known) => (known.length > 0 ? known : Object.keys(records[0]?.fields ?? {})));
      });
    }
  }, [table_id, sort, firstPage, lastPage]);

  const recordAt = (index: number): PlainRecord | undefined =>
    pages.get(pageKey(sort, Math.floor(index / pageSize)))?.[index % pageSize];
  const data = rowWindow.map(({ index }) => recordAt(index)).filter((record) => record !== undefined);
  const columns = useMemo(
    () =>
      helper.columns(
        fields.map((field) => helper.accessor((record) => record.fields[field], { id: field, size: columnWidth })),
      ),
    [fields],
  );
  const table = useTable({ features, columns, data, getRowId: ({ item_id }) => item_id });
  const allColumns = table.getVisibleLeafColumns();
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: allColumns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => allColumns[index]?.getSize() ?? columnWidth,
    overscan: 2,
  });
  const columnWindow = columnVirtualizer.getVirtualItems();
  const firstColumn = columnWindow[0]?.index ?? 0;
  const lastColumn = columnWindow.at(-1)?.index ?? -1;
  const shownColumns = useMemo(
    () => allColumns.slice(firstColumn, lastColumn + 1),
    [allColumns, firstColumn, lastColumn],
  );

  useEffect(() => {
    if (!scroller.current?.contains(document.activeElement)) return;
    scroller.current
      .querySelector<HTMLElement>(`[data-row="${active.row}"] > [tabindex="0"]`)
      ?.focus({ preventScroll: true });
  }, [active]);

  const onKeyDown = ({ key }: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step === undefined) return;
    setActive(({ row, column }) => ({ row: Math.min(total - 1, Math.max(0, row + step)), column }));
  };
  const sortBy = (field: string): void => {
    scroller.current?.scrollTo(0, 0);
    setSort(field);
  };

  const width = columnVirtualizer.getTotalSize();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: measured, and used by nobody
    <div ref={scroller} className="grid" onKeyDown={onKeyDown}>
      <div className="head" style={{ width }}>
        {shownColumns.map((column) => (
          <div key={column.id} style={{ left: column.getStart(), width: column.getSize() }}>
            <button type="button" onClick={() => sortBy(column.id)}>
              {column.id}
            </button>
          </div>
        ))}
      </div>
      <div className="body" style={{ width, height: total * rowHeight }}>
        {fields.length > 0 &&
          rowWindow.map(({ index, start }) => (
            <GridRow
              key={index}
              index={index}
              top={start}
              record={recordAt(index)}
              columns={shownColumns}
              firstColumn={firstColumn}
              activeColumn={active.row === index ? active.column : null}
            />
          ))}
      </div>
    </div>
  );
}

interface GridRowProps {
  index: number;
  top: number;
  record: PlainRecord | undefined;
  columns: readonly PlainColumn[];
  firstColumn: number;
  activeColumn: number | null;
}

const GridRow = memo(function GridRow({ index, top, record, columns, firstColumn, activeColumn }: GridRowProps) {
  return (
    <div className="row" data-row={index} style={{ transform: `translateY(${top}px)` }}>
      {columns.map((column, offset) => (
        <div
          key={column.id}
          tabIndex={firstColumn + offset === activeColumn ? 0 : -1}
          style={{ left: column.getStart(), width: column.getSize() }}
        >
          {textOf(record?.fields[column.id])}
        </div>
      ))}
    </div>
  );
});

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((entry) => entry.name).join(', ');
  return String(value);
}
