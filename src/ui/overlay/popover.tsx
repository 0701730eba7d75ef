import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '../layout/lazy-part';

const PopoverPopup = lazyPart(async () => (await import('./popups')).PopoverPopup);

interface PopoverProps {
  /** The button that opens it; takes a ref. */
  trigger: ReactElement<Record<string, unknown>>;
  /** The name of the popover. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  /** It stays where it opened, also when what is done in it moves its button. */
  stays?: boolean;
  /** What is in it; may close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel of controls under a button; closes on Escape and on a press outside. */
export function Popover({ trigger, label, open: asked, onOpenChange, align, stays, children }: PopoverProps) {
  const [own, setOwn] = useState(false);
  const open = asked ?? own;
  // Once it was open it stays around to fade away; opened again meanwhile, it is a new one.
  const [seen, setSeen] = useState({ open: false, openings: 0 });
  if (seen.open !== open) setSeen({ open, openings: seen.openings + (open ? 1 : 0) });
  const button = useRef<HTMLElement>(null);

  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onClick(event: MouseEvent) {
          (trigger.props.onClick as ((event: MouseEvent) => void) | undefined)?.(event);
          change(!open);
        },
      })}
      {seen.openings > 0 ? (
        <PopoverPopup
          key={seen.openings}
          button={button}
          open={open}
          onOpenChange={change}
          align={align}
          stays={stays}
          label={label}
        >
          {typeof children === 'function' ? children(() => change(false)) : children}
        </PopoverPopup>
      ) : null}
    </>
  );
}
