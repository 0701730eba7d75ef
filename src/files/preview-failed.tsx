import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FileReadError } from '../api/files/read-file';
import { createStore, useStore } from '../state/store';
import { EmptyState } from '../ui/display/notice';
import { Button } from '../ui/form/button';
import { RefreshIcon, WarningIcon } from '../ui/icons/icons';

/** How often the browser was online again since something watches it. */
const onlineAgain = createStore(0, () => {
  const count = (): void => onlineAgain.set(onlineAgain.get() + 1);
  window.addEventListener('online', count);
  return () => window.removeEventListener('online', count);
});

/** Another number as soon as the browser is online again: what failed is loaded anew. */
export function useOnlineAgain(): number {
  return useStore(onlineAgain);
}

interface ReadFailedProps {
  error: Error;
  link: string;
  busy?: boolean;
  onRetry: () => void;
}

/** Each way that reading can fail has its own words, because each has its own way out. */
export function ReadFailed({ error, link, busy, onRetry }: ReadFailedProps): ReactNode {
  const t = useTranslations('files.preview');
  const common = useTranslations('common');
  const { reason, status } = error instanceof FileReadError ? error : { reason: 'closed' as const, status: null };
  const retry = (
    <Button icon={<RefreshIcon />} busy={busy} onClick={onRetry}>
      {common('retry')}
    </Button>
  );
  const state = (title: string, text: string, actions: ReactNode) => (
    <EmptyState icon={<WarningIcon />} title={title} text={text} actions={actions} />
  );
  switch (reason) {
    case 'binary':
      return state(t('binary'), t('binaryText'), null);
    case 'locked':
      return state(t('locked'), t('lockedText'), null);
    case 'large':
      return state(t('large'), t('largeText'), null);
    case 'status':
      return state(t('status', { status: String(status) }), t('statusText'), retry);
    case 'closed':
      if (!navigator.onLine) return <Offline />;
      return state(t('closed', { host: new URL(link).host }), t('closedText'), retry);
  }
}

/** A picture, sound or film that did not load: the browser does not report why. */
export function LoadFailed({ onRenew }: { onRenew: () => void }) {
  const t = useTranslations('files.preview');
  if (!navigator.onLine) return <Offline />;
  return (
    <EmptyState
      icon={<WarningIcon />}
      title={t('failed')}
      text={t('failedText')}
      actions={<RenewLinks onRenew={onRenew} />}
    />
  );
}

function Offline() {
  const t = useTranslations('files.preview');
  return <EmptyState icon={<WarningIcon />} title={t('offline')} text={t('offlineText')} />;
}

export function RenewLinks({ onRenew }: { onRenew: () => void }) {
  const t = useTranslations('files.links');
  return (
    <Button icon={<RefreshIcon />} onClick={onRenew}>
      {t('renew')}
    </Button>
  );
}
