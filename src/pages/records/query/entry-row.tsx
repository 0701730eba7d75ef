import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/form/button';
import { ArrowDownIcon, ArrowUpIcon, BracesIcon, CopyIcon, type Icon, ListIcon } from '../../../ui/icons/icons';
import { MoreIcon, TrashIcon } from '../../../ui/icons/more-icons';
import { ContextMenu } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import styles from './filter-builder.module.css';
import type { FilterPath } from './filter-tree';
import { actionKeys, type Builder, type EntryAction } from './use-builder';

const icons: Record<EntryAction, Icon> = {
  up: ArrowUpIcon,
  down: ArrowDownIcon,
  wrap: BracesIcon,
  ungroup: ListIcon,
  duplicate: CopyIcon,
  remove: TrashIcon,
};

interface EntryRowProps {
  builder: Builder;
  path: FilterPath;
  /** It is the head of a group, which its own menu button stands for. */
  isGroup: boolean;
  children: ReactNode;
}

/** An entry of a group with what can be done to it: by a menu, and by keys while it has the focus. */
export function EntryRow({ builder, path, isGroup, children }: EntryRowProps) {
  const t = useTranslations('filters.builder');
  if (path.length === 0) return <div className={styles.row}>{children}</div>;
  const actions: EntryAction[] = isGroup
    ? ['up', 'down', 'duplicate', 'wrap', 'ungroup', 'remove']
    : ['up', 'down', 'duplicate', 'wrap', 'remove'];
  const items = actions.map((action) => {
    const Sign = icons[action];
    return {
      key: action,
      label: action === 'remove' && isGroup ? t('removeGroup') : t(`actions.${action}`),
      icon: <Sign />,
      keys: actionKeys[action],
      danger: action === 'remove',
      disabledReason: builder.outcome(action, path) === null && t(action === 'ungroup' ? 'keptKeys' : 'atEnd'),
      onSelect: () => builder.act(action, path),
    };
  });
  return (
    <ContextMenu popup={(menu) => <ContextMenuPopup {...menu} items={items} />}>
      <div className={styles.row}>
        {children}
        <IconButton
          size="small"
          label={t(isGroup ? 'groupActions' : 'entryActions')}
          icon={<MoreIcon size={14} />}
          {...(isGroup ? { 'data-entry': path.join('.') } : {})}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            const at = { bubbles: true, cancelable: true, clientX: left, clientY: bottom + 2 };
            event.currentTarget.dispatchEvent(new MouseEvent('contextmenu', at));
          }}
        />
      </div>
    </ContextMenu>
  );
}
