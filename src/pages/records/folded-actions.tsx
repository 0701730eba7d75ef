import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import styles from './folded-actions.module.css';

/** What can be done with the table, beside its name; in a phone's window below one button. */
export function FoldedActions({ children }: { children: ReactNode }) {
  const t = useTranslations('records');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // Another query or page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;

  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      // What it opens is elsewhere.
      if (!(target instanceof Element) || place.current?.contains(target)) return;
      if (!target.closest('[role=dialog], [role=listbox], [role=menu]')) setOpenAt(null);
    };
    const onClick = ({ target }: MouseEvent) => {
      const pressed = target instanceof Element && actions.current?.contains(target) ? target.closest('button') : null;
      // After the button itself has answered. One that opens something stays where that is tied to it.
      if (pressed && !pressed.hasAttribute('aria-haspopup') && !pressed.hasAttribute('aria-disabled')) setOpenAt(null);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', onPress, { signal });
    document.addEventListener('click', onClick, { signal });
    return () => listening.abort();
  }, [open]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Escape' || !open || !place.current?.contains(event.target as Node)) return;
    event.stopPropagation();
    setOpenAt(null);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves what its button opened
    <div ref={place} className={styles.folded} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={t('actions')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? null : key)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div ref={actions} id={id} className={styles.actions} data-open={open || undefined}>
        {children}
      </div>
    </div>
  );
}
