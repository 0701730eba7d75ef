import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../ui/display/empty-state';
import { Button } from '../../../ui/form/button';
import { RefreshIcon, WarningIcon } from '../../../ui/icons/icons';

/** A picture, sound or film that did not load: the browser does not tell why. */
export function LoadFailed({ onRenew }: { onRenew: () => void }) {
  const t = useTranslations('files.preview');
  return (
    <EmptyState
      icon={<WarningIcon />}
      title={t('failed')}
      text={t('failedText')}
      actions={<RenewLinks onRenew={onRenew} />}
    />
  );
}

export function RenewLinks({ onRenew }: { onRenew: () => void }) {
  const t = useTranslations('files.links');
  return (
    <Button icon={<RefreshIcon />} onClick={onRenew}>
      {t('renew')}
    </Button>
  );
}
