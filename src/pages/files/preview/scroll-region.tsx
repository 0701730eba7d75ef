import type { ComponentProps } from 'react';

/** A part of a preview that scrolls, which has to be reachable by keyboard. */
export function ScrollRegion({ role = 'region', ...props }: ComponentProps<'div'> & { 'aria-label': string }) {
  return <div {...props} role={role} tabIndex={0} />;
}
