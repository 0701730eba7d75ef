import type { ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './data-table.module.css';

interface DataTableProps {
  /** The name of the table. */
  label: string;
  heads: readonly ReactNode[];
  /** The index of the number column, whose cells are labelled too. */
  numeric?: number;
  /** On a phone the cells of a row are below each other, those with a `data-label` behind it. */
  stacks?: boolean;
  /** Its rows. `data-numeric` on a cell aligns numbers, `data-mono` is for ids, `data-clip` cuts a long text at one line. */
  children: ReactNode;
}

/** The look of a plain table. */
export function DataTable({ label, heads, numeric, stacks, children }: DataTableProps) {
  const columns = heads.map((head, place) => ({ head, place }));
  return (
    <table aria-label={label} className={classNames(styles.table, stacks && styles.stacks)}>
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
