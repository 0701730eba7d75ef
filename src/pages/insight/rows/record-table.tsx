import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import { type DwRecord, isSystemField } from '../../../contract/records';
import { cellText } from '../../../edits/cell-text';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { ScrollRegion } from '../../../ui/display/scroll-region';
import styles from '../insight.module.css';

interface RecordTableProps {
  label: string;
  columns: readonly SnapshotColumn[];
  records: readonly DwRecord[];
  /** Columns to point at. */
  marked?: readonly string[];
  onOpen?(id: string): void;
}

/** Records of the snapshot, a row each. */
export function RecordTable({ label, columns, records, marked = [], onOpen }: RecordTableProps) {
  const t = useTranslations('insight');
  const texts = useValueText();
  return (
    <ScrollRegion aria-label={label} className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-marked={marked.includes(column.id) || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.item_id}>
              {columns.map((column) => {
                const value = recordValue(record, column.id);
                const isId = column.id === 'item_id';
                const isNumber = !column.isList && ['integer', 'decimal', 'double'].includes(column.type) && !isId;
                return (
                  <td
                    key={column.id}
                    data-numeric={isNumber || undefined}
                    data-marked={marked.includes(column.id) || undefined}
                  >
                    {isId && onOpen ? (
                      <button
                        type="button"
                        className={styles.figure}
                        aria-label={t('openRecord', { id: String(value) })}
                        onClick={() => onOpen(String(value))}
                      >
                        {String(value)}
                      </button>
                    ) : (
                      texts(value, column)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A value of a record; undefined where it is not set. */
export function recordValue(record: DwRecord, id: string): Json | undefined {
  return isSystemField(id) ? (record[id] as Json) : record.fields[id];
}

/** The text of a value of a record; what has no value is said in quiet words. */
export function useValueText(): (value: Json | undefined, column: Pick<SnapshotColumn, 'kind'>) => ReactNode {
  const words = useTranslations('grid.words');
  return (value, column) => {
    if (value === undefined) return <span className={styles.quiet}>{words('missing')}</span>;
    if (value === null) return <span className={styles.quiet}>{words('null')}</span>;
    if (value === '' || (Array.isArray(value) && value.length === 0)) {
      return <span className={styles.quiet}>{words('empty')}</span>;
    }
    if (typeof value === 'boolean') return words(value ? 'yes' : 'no');
    return cellText(value, column.kind);
  };
}
