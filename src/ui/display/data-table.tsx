import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface DataTableProps {
  /** The name of the table. */
  label: string;
  heads: readonly ReactNode[];
  /** The index of the number column, whose cells are labelled too. */
  numeric?: number;
  /** Its rows. `data-numeric` on a cell aligns numbers, `data-mono` is for ids, `data-clip` cuts a long text at one line. */
  children: ReactNode;
}

/** The look of a plain table. */
export function DataTable({ label, heads, numeric, children }: DataTableProps) {
  const columns = heads.map((head, place) => ({ head, place }));
  return (
    <table aria-label={label} className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ head, place }) => (
            <th key={place} scope="col" data-numeric={place === numeric || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
