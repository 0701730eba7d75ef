import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../form/button';
import { classNames } from '../hooks/class-names';
import { CloseIcon } from '../icons/icons';
import styles from './dialog.module.css';
import drawer from './drawer.module.css';
import { useClosedByBack } from './leaving';

/** Wide: every dialog of the console, from a question to a wizard. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The name of the dialog. */
  title: string;
  /** Quiet text after the title. */
  subtitle?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Buttons at the end; the main one last. */
  footer?: ReactNode;
  /** Content from edge to edge (tables); else it is padded. */
  flush?: boolean;
  /** A press outside does not close it: something in it would be lost. */
  keepOnOutsidePress?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** The focus begins on its title, where no key does anything: what it is for cannot be taken back. */
  opensOnTitle?: boolean;
  /** Whether the focus returns to what opened it, or what gets it; where what opened it may be gone, it would go to whatever had it before. */
  finalFocus?(): HTMLElement | boolean;
  /** Of a key anywhere in it, its buttons too. */
  onKeyDown?(event: KeyboardEvent): void;
  /** The same, before what has the focus takes it. */
  onKeyDownCapture?(event: KeyboardEvent): void;
  className?: string;
  children: ReactNode;
}

/** A modal dialog; the focus stays in it and returns where it came from. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, subtitle, size = 'medium', footer, flush, className, children } = props;
  const t = useTranslations('common');
  useClosedByBack(open, onClose);
  const popup = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A field if there is one, else the dialog as a whole: not its way out, which happens to be its first button.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]') ?? popup.current;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      disablePointerDismissal={props.keepOnOutsidePress}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            initialFocus={props.opensOnTitle ? heading : (props.initialFocus ?? firstField)}
            finalFocus={props.finalFocus}
            onKeyDown={props.onKeyDown}
            onKeyDownCapture={props.onKeyDownCapture}
            className={classNames(styles.dialog, styles[size], flush && styles.flush, className)}
          >
            <header className={styles.header}>
              <Base.Title ref={heading} tabIndex={props.opensOnTitle ? -1 : undefined} className={styles.title}>
                {title}
              </Base.Title>
              {subtitle ? <div className={styles.subtitle}>{subtitle}</div> : null}
              <IconButton label={t('close')} icon={<CloseIcon />} onClick={onClose} className={styles.close} />
            </header>
            <div className={styles.body}>{children}</div>
            {footer ? <footer className={styles.footer}>{footer}</footer> : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface DrawerProps {
  open: boolean;
  onClose(): void;
  /** The name of the drawer. */
  label: string;
  children: ReactNode;
}

/** A pane over the left side of a narrow window; closes on Escape, Back and a press beside it. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const pane = useRef<HTMLDivElement>(null);
  useClosedByBack(open, onClose);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        {/* Not a field in it, which would bring up the keyboard of a phone. */}
        <Base.Popup ref={pane} initialFocus={pane} aria-label={label} className={drawer.drawer}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
