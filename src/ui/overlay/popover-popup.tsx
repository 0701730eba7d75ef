import { Popover as Base } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { leadsOut } from '../layout/tab-stops';
import styles from './popover.module.css';
import popupStyles from './popup.module.css';

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
  const popup = useRef<HTMLDivElement>(null);
  const isButton = (target: EventTarget | null | undefined) =>
    target instanceof Node && (button.current?.contains(target) ?? false);
  /** The popup stands at the end of the page, and is meant to follow its button. */
  function onTab(event: KeyboardEvent<HTMLDivElement>) {
    const { currentTarget, target, shiftKey } = event;
    if (!currentTarget.contains(target as Node) || !leadsOut(currentTarget, target, shiftKey)) return;
    // From there the key itself leads on.
    button.current?.focus();
    if (shiftKey) event.preventDefault();
    onOpenChange(false);
  }

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
        <Base.Positioner anchor={button} align={align} sideOffset={4} className={popupStyles.positioner}>
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={() => (popupHasFocus(popup.current) ? button.current : false)}
            // A field in it may keep Escape from the popup's own handler; it must not reach a dialog below.
            onKeyDown={(event) => {
              if (event.key === 'Tab') onTab(event);
              if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
              // Lists are drawn elsewhere and close by themselves.
              if (opensList(event.target) || !event.currentTarget.contains(event.target as Node)) return;
              event.stopPropagation();
              onOpenChange(false);
            }}
            className={styles.popover}
          >
            {children}
            <FocusWhatComes popup={popup} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A popup may open before the code of what is in it is there; the first field that comes gets the focus that nothing had taken. */
function FocusWhatComes({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = popup.current;
    if (!element || firstField(element)) return;
    const watch = new MutationObserver(() => {
      const field = firstField(element);
      if (!field) return;
      watch.disconnect();
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || activeElement === element) field.focus();
    });
    watch.observe(element, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [popup]);
  return null;
}

function firstField(element: HTMLElement): HTMLElement | null {
  return element.querySelector('input, textarea, [role=combobox], button');
}

/** The focus goes back to the button unless somebody has put it elsewhere meanwhile. */
function popupHasFocus(popup: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || (popup?.contains(focused) ?? true);
}

/** Whether a list is open at a field: then Escape is for the list. */
function opensList(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true';
}
