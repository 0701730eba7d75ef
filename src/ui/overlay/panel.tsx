import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../form/button';
import { focusWhenFree } from '../hooks/focus-when-free';
import { narrowWindow } from '../hooks/use-media';
import { CloseIcon } from '../icons/icons';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Quiet text or badges after the title. */
  note?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** Has the focus as soon as it opens; otherwise only where it covers what opened it. */
  takesFocus?: boolean;
  /** Keys that it has no use for itself. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  footer?: ReactNode;
  children: ReactNode;
}

/** A drawer's heading, content and close button, also by Escape; shown at the side of a `SplitPane`. */
export function Panel(props: PanelProps) {
  const { title, note, actions, onClose, takesFocus = false, footer, children } = props;
  const t = useTranslations('common');
  const panel = useRef<HTMLElement>(null);
  // Unless the focus is moved elsewhere, it returns to what opened the panel.
  useEffect(() => {
    const opener = document.activeElement;
    // Where it covers what opened it, nothing else can have the focus.
    if ((takesFocus || matchMedia(narrowWindow).matches) && !panel.current?.contains(opener)) panel.current?.focus();
    return () => {
      if (!(opener instanceof HTMLElement)) return;
      // A cell that is no longer the active one is no way back.
      if (opener.matches('[role=gridcell][tabindex="-1"]')) return;
      const back = () => opener.focus({ preventScroll: true });
      if (document.activeElement === document.body) back();
      // A question about it, which has just been answered, may still have it.
      else focusWhenFree(back);
    };
  }, [takesFocus]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    props.onKeyDown?.(event);
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
    // What opens from it is elsewhere, or at its field, and handles the key itself.
    if (!currentTarget.contains(target) || target.getAttribute('aria-expanded') === 'true') return;
    // A field takes what is written in it when one leaves it.
    if (target.matches('input, textarea')) target.blur();
    // It may ask first: the question is open before the key has gone further, which would answer it.
    event.stopPropagation();
    onClose();
  }

  return (
    <section ref={panel} tabIndex={-1} aria-label={title} className={styles.panel} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <div className={styles.names}>
          <h2 className={styles.title}>{title}</h2>
          {note}
        </div>
        {actions}
        <IconButton label={t('close')} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </section>
  );
}
