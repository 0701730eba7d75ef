import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { lifeOf } from '../../credentials/expiry';
import {
  holdProviderKey,
  type ProviderSession,
  putConnectionOnKey,
  typeIntoSession,
} from '../../credentials/provider-session';
import { useConnection } from '../../credentials/use-connection';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { Button } from '../../ui/form/button';
import { SecretField } from '../../ui/form/secret-field';
import { useNow } from '../../ui/hooks/use-time';
import { Card } from '../../ui/layout/card';
import { showToast } from '../../ui/overlay/toast';
import { paths } from '../../url/paths';
import { CredentialError, ReceivedNote, type SessionProps, useClockTime } from './credential-notes';
import styles from './provider-page.module.css';

/** A customer key for a provider API key (4.8), and the connection put on it (5.5). */
export function ExchangeForm({ environment, session }: SessionProps) {
  const t = useTranslations('provider.exchange');
  const now = useNow(1000);
  const connection = useConnection();
  const { customerKey, token, providerKey } = session;
  const exchange = useMutation({ mutationFn: () => holdProviderKey(environment, customerKey.trim()) });
  const tokenEnded = token !== null && lifeOf(token, now).state === 'expired';
  const blocked = !token
    ? t('needToken')
    : tokenEnded
      ? t('tokenEnded')
      : customerKey.trim() === ''
        ? t('needKey')
        : null;
  const submit = useRef<HTMLButtonElement>(null);
  const connectedKey = connection !== null && connection.via !== 'provider' ? connection.client.apiKey() : null;
  return (
    <Card title={t('title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null && !exchange.isPending) exchange.mutate();
        }}
      >
        <SecretField
          label={t('customerKey')}
          hint={t('hint')}
          value={customerKey}
          onChange={(value) => typeIntoSession(environment.name, { customerKey: value })}
        />
        <div className={styles.buttons}>
          <Button
            ref={submit}
            type="submit"
            kind={token && !providerKey ? 'primary' : 'plain'}
            busy={exchange.isPending}
            disabledReason={blocked}
          >
            {t('exchange')}
          </Button>
          <UseForConnection environment={environment} session={session} />
          {connectedKey !== null && connectedKey !== customerKey ? (
            <Button
              kind="ghost"
              onClick={() => {
                typeIntoSession(environment.name, { customerKey: connectedKey });
                // This button is gone with its press: what it was pressed for is next.
                submit.current?.focus();
              }}
            >
              {t('takeKey')}
            </Button>
          ) : null}
        </div>
        {providerKey && exchange.data === providerKey ? <ReceivedNote of="exchange" credential={providerKey} /> : null}
        {exchange.error ? (
          <CredentialError of="exchange" error={exchange.error} onRetry={() => exchange.mutate()} />
        ) : null}
        <ConnectionNotice session={session} env={environment.name} />
      </form>
    </Card>
  );
}

/** Sends business calls with the provider key; the connection stays that of the customer (its drafts and jobs continue). */
function UseForConnection({ environment, session: { providerKey } }: SessionProps) {
  const t = useTranslations('provider.exchange');
  const clock = useClockTime();
  const now = useNow(1000);
  const connection = useConnection();
  const use = useMutation({
    mutationFn: () => putConnectionOnKey(environment),
    onSuccess: () => {
      if (!providerKey) return;
      const time = clock(lifeOf(providerKey, Date.now()).expiresAt);
      showToast({
        kind: 'good',
        title: t('used'),
        text: t('usedText', { lastFour: providerKey.value.slice(-4), time }),
        key: 'provider',
      });
    },
  });
  const inUse = providerKey !== null && connection?.client.apiKey() === providerKey.value;
  const blocked = !providerKey
    ? t('needExchange')
    : lifeOf(providerKey, now).state === 'expired'
      ? t('keyEnded')
      : inUse
        ? t('inUse')
        : null;
  return (
    <>
      <Button
        kind={providerKey && !inUse ? 'primary' : 'plain'}
        busy={use.isPending}
        disabledReason={blocked}
        onClick={() => use.mutate()}
      >
        {t('use')}
      </Button>
      {use.error ? <ApiErrorNotice error={use.error} onRetry={() => use.mutate()} /> : null}
    </>
  );
}

/** What key the connection is on, where that matters to a provider (section 5 rule 5). */
function ConnectionNotice({ session, env }: { session: ProviderSession; env: string }) {
  const t = useTranslations('provider.exchange');
  const connection = useConnection();
  const now = useNow(1000);
  if (connection?.via === 'provider') {
    if (connection.expiresAt !== null && connection.expiresAt <= now) {
      return <Notice tone="bad">{t('ended')}</Notice>;
    }
    return (
      <Notice tone="good" actions={<Link to={paths.workspaces({ env })}>{t('toWorkspaces')}</Link>}>
        {t('via')}
      </Notice>
    );
  }
  if (!connection || !session.token) return null;
  const exchanged = session.providerKey !== null && lifeOf(session.providerKey, now).state !== 'expired';
  return <Notice tone="staged">{t(exchanged ? 'directExchanged' : 'direct')}</Notice>;
}
