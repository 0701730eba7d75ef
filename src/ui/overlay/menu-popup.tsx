import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useMemo, useRef } from 'react';
import { classNames } from '../hooks/class-names';
import { useTypedWord } from '../hooks/use-typed-word';
import { CheckIcon } from '../icons/icons';
import { Kbd } from '../shortcuts/kbd';
import { useFocusBack } from './focus-back';
import { useClosedByBack } from './leaving';
import type { MenuAction, MenuItem, OpenMenu } from './menu';
import popup from './popup.module.css';

interface ContextMenuPopupProps extends OpenMenu {
  items: readonly MenuItem[];
  /** It has closed, and an item took what had the focus before away: gives the focus on. */
  onOpenerGone?(): void;
}

/** The open menu of an area. */
export function ContextMenuPopup({ at, open, onOpenChange, items, onOpenerGone }: ContextMenuPopupProps) {
  // Each opening has a place of its own.
  const { anchor, opener, byKey } = useMemo(
    () => ({
      anchor: { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) },
      opener: document.activeElement,
      byKey: document.activeElement?.matches(':focus-visible'),
    }),
    [at],
  );
  const onTyped = useTypedWord(items.flatMap((item) => ('label' in item ? item.label : [])));
  useClosedByBack(open, () => onOpenChange(false));
  const element = useRef<HTMLDivElement>(null);
  /** The opening whose first item was given the focus. */
  const entered = useRef<unknown>(null);
  useFocusBack(open, element, () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    else onOpenerGone?.();
  });
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange}>
      <BaseMenu.Portal>
        {/* It moves over what was pressed rather than be cut. */}
        <BaseMenu.Positioner
          anchor={anchor}
          align="start"
          collisionAvoidance={{ side: 'shift', align: 'shift' }}
          className={popup.positioner}
        >
          <BaseMenu.Popup
            ref={element}
            finalFocus={false}
            onFocus={({ target, currentTarget }) => {
              if (target !== currentTarget || entered.current === anchor || !byKey) return;
              entered.current = anchor;
              currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
            }}
            onKeyDownCapture={onTyped}
            className={classNames(popup.popup, popup.wholeMenu)}
          >
            <MenuItems items={items} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
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
