import type { ComponentProps } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './data-table.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  /** The name of the table. */
  label: string;
}

/**
 * The look of a plain table: give it `<thead>`, `<tbody>` and cells. `data-numeric` on a cell aligns numbers, `data-mono`
 * is for ids, `data-clip` cuts a long text at one line.
 */
export function DataTable({ label, className, ...rest }: DataTableProps) {
  return <table {...rest} aria-label={label} className={classNames(styles.table, className)} />;
}
