import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import styles from './popup.module.css';

interface TooltipPopupProps {
  anchor: Element;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The pointer has come onto the tooltip itself, or left it. */
  onStay(): void;
  onLeave(): void;
  onClose(): void;
  children: ReactNode;
}

/** The open tooltip of an element. */
export function TooltipPopup({ anchor, side = 'top', onStay, onLeave, onClose, children }: TooltipPopupProps) {
  return (
    <Base.Root
      open
      onOpenChange={(open, details) => {
        // The key that closes it also reaches its container: a dialog closes on the first press.
        if (details.reason === 'escape-key') details.allowPropagation();
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.tooltip} onPointerEnter={onStay} onPointerLeave={onLeave}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
