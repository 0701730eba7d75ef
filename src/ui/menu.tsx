import { cloneElement, type MouseEvent, type ReactElement, useState } from 'react';
import { later } from './later';
import type { MenuItem } from './menu-item';

const ContextMenuPopup = later(async () => (await import('./menu-popup')).ContextMenuPopup);

interface ContextMenuProps {
  /** The area that answers the secondary click and Shift+F10. */
  children: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  onOpenChange?: (open: boolean) => void;
}

/** A menu of actions at the place of a secondary click. */
export function ContextMenu({ children, items, onOpenChange }: ContextMenuProps) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const [open, setOpen] = useState(false);

  function change(next: boolean) {
    setOpen(next);
    onOpenChange?.(next);
  }

  return (
    <>
      {cloneElement(children, {
        onContextMenu(event: MouseEvent) {
          (children.props.onContextMenu as ((event: MouseEvent) => void) | undefined)?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          setAt({ x: event.clientX, y: event.clientY });
          change(true);
        },
      })}
      {at ? <ContextMenuPopup at={at} open={open} onOpenChange={change} items={items} /> : null}
    </>
  );
}
