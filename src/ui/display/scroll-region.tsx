import type { ComponentProps } from 'react';

/** A part of a page that scrolls, which has to be reachable by keyboard. */
export function ScrollRegion({ role = 'region', ...props }: ComponentProps<'div'> & { 'aria-label': string }) {
  return <div {...props} role={role} tabIndex={0} />;
}

/** Text as it came, which scrolls in its own place. */
export function ScrollText(props: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre {...props} tabIndex={0} />;
}
