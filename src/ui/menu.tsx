import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names';
import { CheckIcon } from './icons';
import { Kbd } from './kbd';
import popup from './popup.module.css';

interface MenuAction {
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

interface MenuProps {
  /** The button that opens it; takes a ref. */
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
}

/** A menu of actions under a button. */
export function Menu({ trigger, items, align = 'end', onOpenChange }: MenuProps) {
  return (
    <BaseMenu.Root onOpenChange={onOpenChange}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={4} className={popup.positioner}>
          <BaseMenu.Popup className={popup.popup}>
            <MenuItems items={items} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface ContextMenuProps {
  /** The area that answers the secondary click and Shift+F10. */
  children: ReactElement<Record<string, unknown>>;
  items: readonly MenuItem[];
  onOpenChange?: (open: boolean) => void;
}

/** The same menu at the place of a secondary click. */
export function ContextMenu({ children, items, onOpenChange }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root onOpenChange={onOpenChange}>
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className={popup.positioner}>
          <BaseContextMenu.Popup className={popup.popup}>
            <MenuItems items={items} />
          </BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}

function MenuItems({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) => {
    if ('separator' in item) return <BaseMenu.Separator key={item.key} className={popup.separator} />;
    if ('heading' in item) {
      return (
        <div key={item.key} className={popup.groupLabel} role="presentation">
          {item.heading}
        </div>
      );
    }
    return <MenuActionItem key={item.key} action={item} />;
  });
}

function MenuActionItem({ action }: { action: MenuAction }) {
  const text = (
    <span className={popup.itemText}>
      <span>{action.label}</span>
      {action.disabledReason || action.hint ? (
        <span className={popup.hint}>{action.disabledReason || action.hint}</span>
      ) : null}
    </span>
  );
  const end = action.keys ? (
    <span className={popup.end}>
      <Kbd keys={action.keys} />
    </span>
  ) : null;
  const disabled = Boolean(action.disabledReason);
  if (action.checked !== undefined) {
    return (
      <BaseMenu.CheckboxItem
        checked={action.checked}
        onCheckedChange={action.onSelect}
        disabled={disabled}
        label={action.label}
        className={popup.item}
      >
        <span className={popup.check}>{action.checked ? <CheckIcon /> : null}</span>
        {text}
        {end}
      </BaseMenu.CheckboxItem>
    );
  }
  return (
    <BaseMenu.Item
      onClick={action.onSelect}
      disabled={disabled}
      label={action.label}
      className={classNames(popup.item, action.danger && popup.danger)}
    >
      {action.icon ? <span className={popup.itemIcon}>{action.icon}</span> : null}
      {text}
      {end}
    </BaseMenu.Item>
  );
}
