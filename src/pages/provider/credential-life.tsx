import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { standingOf } from '../../api/files/link-hosts';
import { providerInfoOptions } from '../../api/queries/provider';
import { keylessClient } from '../../api/wire/client';
import { failingRead, queryClient } from '../../api/wire/query-client';
import type { Environment } from '../../contract/gateway';
import { limits } from '../../contract/limits';
import { type Connection, keepForRenewal } from '../../credentials/connection';
import { type CredentialLife as Life, lifeOf } from '../../credentials/expiry';
import {
  forgetProviderSession,
  type HeldCredential,
  holdAccessToken,
  holdProviderKey,
  type ProviderSession,
} from '../../credentials/provider-session';
import { renewAt, renewalState, subscribeRenewal } from '../../credentials/renewal';
import { useConnection } from '../../credentials/use-connection';
import { joinSentences } from '../../texts/join-sentences';
import { useErrorText } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { Answered, NextTry, TryNow } from '../../ui/display/retrying-notice';
import { Button } from '../../ui/form/button';
import { Switch } from '../../ui/form/checkbox';
import { useNow } from '../../ui/hooks/use-time';
import { LockIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { useConfirm } from '../../ui/overlay/confirm';
import { showToast } from '../../ui/overlay/toast';
import styles from './credential-life.module.css';
import { CredentialError, ReceivedNote, type SessionProps, useClockTime } from './credential-notes';
import { CredentialRow } from './credential-row';
import { type Timeline, ticksOf, timelineOf } from './timeline';

/** The life of both credentials on one line of time: fresh, renewable in the last thirty minutes, expired (5.3, 5.4). */
export function CredentialLife({ environment, session }: SessionProps) {
  const t = useTranslations('provider.life');
  const now = useNow(1000);
  const connection = useConnection();
  const { token, providerKey } = session;
  const tokenLife = token && lifeOf(token, now);
  const key = providerKey ?? keyInUse(connection);
  const keyLife = key && lifeOf(key, now);
  const lives = [tokenLife, keyLife].filter((life) => life !== null);
  const timeline = timelineOf(lives, now);
  const renewToken = useMutation({
    mutationFn: async () => token && holdAccessToken(environment, token.pair),
  });
  const renewKey = useMutation({
    mutationFn: async () => providerKey && holdProviderKey(environment, providerKey.customerKey),
  });
  return (
    <Card
      aria-label={t('title')}
      title={<ProviderInfo environment={environment} token={token} />}
      actions={<ForgetSecret environment={environment} session={session} />}
    >
      {timeline === null ? <p className={styles.steps}>{t('steps')}</p> : null}
      <ul className={styles.rows}>
        <CredentialRow
          name={t('token')}
          credential={token}
          life={tokenLife}
          timeline={timeline}
          now={now}
          none={t('noToken')}
          inUse={false}
          renewBlocked={null}
          renewing={renewToken.isPending}
          onRenew={() => renewToken.mutate()}
        >
          {token && renewToken.data === token ? <ReceivedNote of="token" credential={token} /> : null}
          {renewToken.error ? (
            <CredentialError of="token" error={renewToken.error} onRetry={() => renewToken.mutate()} />
          ) : null}
        </CredentialRow>
        <CredentialRow
          name={t('key')}
          credential={key}
          life={keyLife}
          timeline={timeline}
          now={now}
          none={t('noKey')}
          inUse={key !== null && connection?.client.apiKey() === key.value}
          renewBlocked={
            providerKey === null
              ? t('renewNeedsExchange')
              : tokenLife?.state === 'expired'
                ? t('renewNeedsToken')
                : null
          }
          renewing={renewKey.isPending}
          onRenew={() => renewKey.mutate()}
        >
          {providerKey && renewKey.data === providerKey ? (
            <ReceivedNote of="exchange" credential={providerKey} />
          ) : null}
          {renewKey.error ? (
            <CredentialError of="exchange" error={renewKey.error} onRetry={() => renewKey.mutate()} />
          ) : null}
        </CredentialRow>
      </ul>
      {timeline === null ? null : <Axis timeline={timeline} lives={lives} now={now} />}
      <RenewalChoice environment={environment} session={session} />
    </Card>
  );
}

/** After a reload the session is gone, but the connection still knows its provider key and when it expires. */
function keyInUse(connection: Connection | null): HeldCredential | null {
  const value = connection?.client.apiKey() ?? null;
  if (connection?.via !== 'provider' || connection.expiresAt === null || value === null) return null;
  const expireSeconds = limits.credentialLifeSeconds;
  const receivedAt = connection.expiresAt - expireSeconds * 1000;
  return { value, receivedAt, expireSeconds, again: false, traceId: null };
}

/** Least distance of two times below the line, in percent of its width. */
const gap = 14;

function Axis({ timeline, lives, now }: { timeline: Timeline; lives: readonly Life[]; now: number }) {
  const t = useTranslations('provider.life');
  const clock = useClockTime();
  return (
    <div aria-hidden="true" className={styles.axis}>
      <div className={styles.ticks}>
        {ticksOf(timeline, lives, now, gap).map((tick) => (
          <span
            key={tick.at}
            className={tick.now ? styles.tickNow : undefined}
            data-edge={tick.left < 4 ? 'start' : tick.left > 96 ? 'end' : undefined}
            style={{ left: `${tick.left}%` }}
          >
            {tick.now ? t('now', { time: clock(tick.at) }) : clock(tick.at)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Clears every secret of the page after a confirmation; shown only while there is one. */
function ForgetSecret({ environment, session }: SessionProps) {
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
      text: joinSentences(t('forget.text'), goesOn),
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

/** Whether the connection's provider key is renewed automatically, which needs the secrets of both calls to be stored. */
function RenewalChoice({ environment, session }: SessionProps) {
  const t = useTranslations('provider.renewal');
  const clock = useClockTime();
  const said = useErrorText();
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

interface ProviderInfoProps {
  environment: Environment;
  token: ProviderSession['token'];
}

/** Whose credentials these are (4.9); unknown before there is a token. */
function ProviderInfo({ environment, token }: ProviderInfoProps) {
  const t = useTranslations('provider.life');
  const common = useTranslations('common');
  const said = useErrorText();
  const appId = token?.pair.appId ?? '';
  const options = providerInfoOptions(keylessClient(environment), appId, token?.value ?? '');
  const result = useQuery({ ...options, enabled: token !== null });
  const { data, error, refetch, isFetching } = result;
  const failing = failingRead(queryClient, [{ queryKey: options.queryKey, result }]);
  if (!token) return <span className={styles.provider}>{t('title')}</span>;
  const info = data?.data;
  return (
    <span className={styles.provider}>
      <Avatar key={info?.avatar} link={info?.avatar ?? ''} environment={environment} />
      <span>{info ? info.name || t('unnamed') : null}</span>
      <span className={styles.appId}>{info?.app_id ?? appId}</span>
      {failing && !info ? (
        <>
          <span role="status" className={styles.failed}>
            {t('infoFailed')}
            {common('colon')}
            <Answered error={failing.error} /> · <NextTry failing={failing} />
          </span>
          <TryNow failing={failing} small />
        </>
      ) : error && !info ? (
        <>
          <span role="alert" className={styles.failed}>
            {t('infoFailed')}
            {common('colon')}
            {said(error)}
          </span>
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {common('retry')}
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** The provider's picture, which may be empty (2.7) or lie on a host that the page does not load from. */
function Avatar({ link, environment }: { link: string; environment: Environment }) {
  const [broken, setBroken] = useState(false);
  const standing = standingOf(link, environment, location.origin);
  if (standing.kind !== 'shown' || broken) return <span className={styles.avatar} />;
  return (
    <img
      src={standing.url}
      alt=""
      referrerPolicy="no-referrer"
      className={styles.avatar}
      onError={() => setBroken(true)}
    />
  );
}
