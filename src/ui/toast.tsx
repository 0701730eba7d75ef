import { Toast as Base } from '@base-ui/react/toast';
import { useTranslations } from 'use-intl';
import { buttonClass, IconButton } from './button';
import { classNames } from './class-names';
import { CheckIcon, CloseIcon, ErrorIcon, InfoIcon, WarningIcon } from './icons';
import styles from './toast.module.css';

type ToastKind = 'good' | 'bad' | 'warning' | 'neutral';

export interface ToastText {
  kind?: ToastKind;
  title: string;
  text?: string;
  /** One thing to do about it; pressing it closes the toast. */
  action?: { label: string; onSelect: () => void };
  /** The same key replaces the toast that is there. */
  key?: string;
}

/** The one list of toasts; `UiProvider` shows it. */
export const toasts = Base.createToastManager();

/**
 * Says in passing that something happened. Never the only place where a person can learn of it; what went wrong stays
 * until it is closed.
 */
export function showToast({ kind = 'neutral', title, text, action, key }: ToastText): string {
  const id: string = toasts.add({
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
        toasts.close(id);
      },
    },
  });
  return id;
}

const icons = { good: CheckIcon, bad: ErrorIcon, warning: WarningIcon, neutral: InfoIcon };

/** Where toasts appear: the lower right corner, newest below. */
export function Toasts() {
  const t = useTranslations('common');
  const manager = Base.useToastManager();
  return (
    <Base.Portal>
      <Base.Viewport className={styles.viewport} aria-label={t('notifications')}>
        {manager.toasts.map((toast) => {
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
