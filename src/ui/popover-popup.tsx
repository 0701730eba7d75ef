import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import styles from './popover.module.css';
import popup from './popup.module.css';

interface PopoverPopupProps {
  /** What opened it. */
  button: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  align?: 'start' | 'center' | 'end';
  label: string;
  children: ReactNode;
}

/** The panel of a popover. */
export function PopoverPopup({ button, open, onOpenChange, align = 'start', label, children }: PopoverPopupProps) {
  const isButton = (target: EventTarget | null | undefined) =>
    target instanceof Node && (button.current?.contains(target) ?? false);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // A press on its own button is answered there.
        const { event } = details;
        if (!next && (isButton(event.target) || (event instanceof FocusEvent && isButton(event.relatedTarget)))) {
          if (details.reason !== 'escape-key') return details.cancel();
        }
        onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={button} align={align} sideOffset={4} className={popup.positioner}>
          <Base.Popup aria-label={label} finalFocus={button} className={styles.popover}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
