import type { ComponentProps } from 'react';

interface TablePartProps extends ComponentProps<'div'> {
  role: 'table' | 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell' | 'gridcell';
}

/**
 * A part of a table whose rows are drawn only in sight, and placed by hand: a `<table>` cannot be that. The table scrolls, and so has the focus; a `grid` also
 * answers its keys for all of its rows.
 */
export function TablePart(props: TablePartProps) {
  const scrolls = props.role === 'table' || props.role === 'grid';
  return <div {...(scrolls ? { tabIndex: 0 } : null)} {...props} />;
}
