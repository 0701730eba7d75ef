import { useTranslations } from 'use-intl';
import type { Environment } from '../../contract/gateway';
import { forgetProviderSession, type ProviderSession } from '../../credentials/provider-session';
import { useConnection } from '../../credentials/use-connection';
import { Button } from '../../ui/form/button';
import { LockIcon } from '../../ui/icons/icons';
import { useConfirm } from '../../ui/overlay/confirm';
import { showToast } from '../../ui/overlay/toast';
import { useClockTime } from './clock-time';

interface ForgetSecretProps {
  environment: Environment;
  session: ProviderSession;
}

/** Wipes every secret of the page, after a question; there only while there is one. */
export function ForgetSecret({ environment, session }: ForgetSecretProps) {
  const t = useTranslations('provider');
  const clock = useClockTime();
  const confirm = useConfirm();
  const connection = useConnection();
  const { appSecret, customerKey, token, providerKey } = session;
  const onProviderKey = connection?.via === 'provider';
  // After a reload the connection alone has the app secret, for its inbox.
  const inboxSecret = connection?.inbox()?.[0].appSecret;
  if (!appSecret && !customerKey && !token && !providerKey && !inboxSecret) return null;

  async function forget() {
    const goesOn =
      onProviderKey && connection.expiresAt !== null ? t('forget.inUse', { time: clock(connection.expiresAt) }) : null;
    const agreed = await confirm({
      title: t('forget.title'),
      text: (
        <>
          {t('forget.text')} {goesOn}
        </>
      ),
      action: t('forget.action'),
      danger: true,
    });
    if (!agreed) return;
    forgetProviderSession(environment.name);
    showToast({ kind: 'good', title: t('forget.done'), key: 'provider' });
  }

  return (
    <Button kind="ghost" icon={<LockIcon />} onClick={forget}>
      {t('life.forget')}
    </Button>
  );
}
