import type { ReactNode } from 'react';

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
