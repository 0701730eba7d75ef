import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import styles from './folded-actions.module.css';

/** What can be done with the table, beside its name; in a phone's window below one button. */
export function FoldedActions({ children }: { children: ReactNode }) {
  const t = useTranslations('records');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // Another query or page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;

  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      // What is opened from it stands elsewhere.
      if (!(target instanceof Element) || place.current?.contains(target)) return;
      if (!target.closest('[role=dialog], [role=listbox], [role=menu]')) setOpenAt(null);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  function onClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    const pressed = target.closest('button');
    // A button that opens something stays where that is tied to it.
    if (pressed && !pressed.hasAttribute('aria-haspopup') && !pressed.hasAttribute('aria-disabled')) setOpenAt(null);
  }

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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on one of its buttons ends it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys press the buttons */}
      <div id={id} className={styles.actions} data-open={open || undefined} onClick={onClick}>
        {children}
      </div>
    </div>
  );
}
