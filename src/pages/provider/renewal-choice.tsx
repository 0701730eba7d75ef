import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Environment } from '../../contract/gateway';
import { keepForRenewal } from '../../credentials/connection';
import type { ProviderSession } from '../../credentials/provider-session';
import { renewAt, renewalState, subscribeRenewal } from '../../credentials/renewal';
import { useConnection } from '../../credentials/use-connection';
import { useSaid } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { Switch } from '../../ui/form/checkbox';
import { useNow } from '../../ui/hooks/use-now';
import { useClockTime } from './clock-time';

interface RenewalChoiceProps {
  environment: Environment;
  session: ProviderSession;
}

/** Whether the provider key of the connection is renewed by itself, which needs the secrets of both calls to be kept. */
export function RenewalChoice({ environment, session }: RenewalChoiceProps) {
  const t = useTranslations('provider.renewal');
  const clock = useClockTime();
  const said = useSaid();
  const now = useNow(1000);
  const connection = useConnection();
  const { error, nextAt } = useSyncExternalStore(subscribeRenewal, () => renewalState(environment.name));
  const { providerKey } = session;
  if (connection?.via !== 'provider' || connection.expiresAt === null) return null;
  const { renews, expiresAt } = connection;
  const inUse = providerKey !== null && providerKey.value === connection.client.apiKey();
  const blocked = renews ? null : connection.inbox() === null ? t('noSecret') : inUse ? null : t('noCustomerKey');
  return (
    <>
      <Switch
        label={t('keep')}
        hint={renews ? t('on', { time: clock(nextAt ?? renewAt(expiresAt, now)) }) : t('hint')}
        disabledReason={blocked}
        checked={renews}
        onChange={(on) => void keepForRenewal(environment.name, on ? (providerKey?.customerKey ?? null) : null)}
      />
      {renews && error ? (
        <Notice tone={now >= expiresAt ? 'bad' : 'staged'} title={t('failed')}>
          {' '}
          {t('failedText', { message: said(error), end: clock(expiresAt) })}
        </Notice>
      ) : null}
    </>
  );
}
