import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import dialog from './dialog.module.css';
import styles from './drawer.module.css';

interface DrawerProps {
  open: boolean;
  onClose(): void;
  /** The name of the drawer. */
  label: string;
  children: ReactNode;
}

/** A pane over the left side of a narrow window; closes on Escape and on a press beside it. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const pane = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        {/* Not a field in it, which would bring up the keyboard of a phone. */}
        <Base.Popup ref={pane} initialFocus={pane} aria-label={label} className={styles.drawer}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
