import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './popup.module.css';

interface TooltipProps {
  /** What the tooltip says; nothing → no tooltip. It repeats or explains, it is never the only way to a fact. */
  label: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes a ref and pointer handlers. */
  children: ReactElement<Record<string, unknown>>;
}

/** A short explanation on hover and on keyboard focus. */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  if (!label) return children;
  return (
    <Base.Root
      onOpenChange={(_open, details) => {
        // The key that puts it away also reaches what it stands in: a dialog closes at the first press.
        if (details.reason === 'escape-key') details.allowPropagation();
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.tooltip}>{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
