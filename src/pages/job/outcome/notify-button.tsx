import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/form/button';
import { BellIcon } from '../../../ui/icons/icons';

/** Asks, on purpose, whether the browser may say that a job has ended in a tab that is not seen. */
export function NotifyButton() {
  const t = useTranslations('jobs');
  const [permission, setPermission] = useState(() => globalThis.Notification?.permission ?? 'denied');
  if (permission === 'granted') return <span className="dim">{t('willTell')}</span>;
  return (
    <Button
      icon={<BellIcon />}
      tooltip={t('tellMeTip')}
      disabledReason={permission === 'denied' ? t('tellMeDenied') : null}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {t('tellMe')}
    </Button>
  );
}
