import { Toast as Base } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass, IconButton } from '../form/button';
import { classNames } from '../hooks/class-names';
import { CheckIcon, CloseIcon, WarningIcon } from '../icons/icons';
import { ErrorIcon, InfoIcon } from '../icons/more-icons';
import { takeToasts } from './toast';
import styles from './toast.module.css';
import type { ToastKind, ToastText } from './toast-text';

const manager = Base.createToastManager();

/** Everything that is said in passing; `UiProvider` mounts it. */
export function Toasts() {
  useEffect(() => takeToasts({ add, close: (key) => manager.close(key) }), []);
  return (
    <Base.Provider toastManager={manager} limit={4}>
      <ToastList />
    </Base.Provider>
  );
}

function add({ kind = 'neutral', title, text, action, key }: ToastText): void {
  const id: string = manager.add({
    id: key,
    type: kind,
    title,
    description: text,
    timeout: kind === 'bad' ? 0 : 6000,
    priority: kind === 'bad' ? 'high' : 'low',
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.onSelect();
        manager.close(id);
      },
    },
  });
}

const icons = { good: CheckIcon, bad: ErrorIcon, warning: WarningIcon, neutral: InfoIcon };

/** Where toasts appear: the lower right corner, newest below. */
function ToastList() {
  const t = useTranslations('common');
  const { toasts } = Base.useToastManager();
  return (
    <Base.Portal>
      <Base.Viewport className={styles.viewport} aria-label={t('notifications')}>
        {toasts.map((toast) => {
          const kind = (toast.type ?? 'neutral') as ToastKind;
          const KindIcon = icons[kind];
          return (
            <Base.Root key={toast.id} toast={toast} swipeDirection="right" className={styles.toast}>
              <Base.Content className={styles.content}>
                <span className={classNames(styles.icon, styles[kind])}>
                  <KindIcon />
                </span>
                <div className={styles.texts}>
                  <Base.Title className={styles.title} />
                  <Base.Description className={styles.text} />
                </div>
                {toast.actionProps ? <Base.Action className={buttonClass({ size: 'small' })} /> : null}
                <Base.Close render={<IconButton size="small" label={t('close')} icon={<CloseIcon size={14} />} />} />
              </Base.Content>
            </Base.Root>
          );
        })}
      </Base.Viewport>
    </Base.Portal>
  );
}
