import type { ComponentProps } from 'react';

/** A part of a page that scrolls, which has to be reachable by keyboard. */
export function ScrollRegion({ role = 'region', ...props }: ComponentProps<'div'> & { 'aria-label': string }) {
  return <div {...props} role={role} tabIndex={0} />;
}

/** Raw text, which scrolls in place. */
export function ScrollText(props: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre {...props} tabIndex={0} />;
}

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
