import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';

export interface MenuAction {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Quiet text after the label. */
  hint?: string;
  /** Shortcut that does the same, as for `Kbd`. */
  keys?: string;
  danger?: boolean;
  /** Given → the item is a check box of the menu, which stays open. */
  checked?: boolean;
  /** Why it cannot be chosen now; shown after the label. */
  disabledReason?: string | null | false;
  onSelect: () => void;
}

/** An action, a line between groups, or the heading of what follows. */
export type MenuItem = MenuAction | { key: string; separator: true } | { key: string; heading: string };

/** An open menu, and one that is going. */
export interface OpenMenu {
  /** In px from the corner of the window. */
  at: { x: number; y: number };
  open: boolean;
  onOpenChange(open: boolean): void;
}

interface ContextMenuProps {
  /** The area that answers the secondary click and Shift+F10. */
  children: ReactElement<Record<string, unknown>>;
  /** Draws the menu; nothing of it is needed before it opens. */
  popup(menu: OpenMenu): ReactNode;
  /** @param on what was pressed; null as it closes */
  onOpenChange?: (open: boolean, on: EventTarget | null) => void;
}

/** A menu of actions at the place of a secondary click. */
export function ContextMenu({ children, popup, onOpenChange }: ContextMenuProps) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const [open, setOpen] = useState(false);

  function change(next: boolean, on: EventTarget | null = null) {
    setOpen(next);
    onOpenChange?.(next, on);
  }

  return (
    <>
      {cloneElement(children, {
        onContextMenu(event: MouseEvent) {
          (children.props.onContextMenu as ((event: MouseEvent) => void) | undefined)?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          setAt({ x: event.clientX, y: event.clientY });
          change(true, event.target);
        },
      })}
      {at ? popup({ at, open, onOpenChange: (next) => change(next) }) : null}
    </>
  );
}
