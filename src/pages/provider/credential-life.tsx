import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Environment } from '../../contract/gateway';
import { limits } from '../../contract/limits';
import type { Connection } from '../../credentials/connection';
import { type CredentialLife as Life, lifeOf } from '../../credentials/life';
import {
  type HeldCredential,
  holdAccessToken,
  holdProviderKey,
  type ProviderSession,
} from '../../credentials/provider-session';
import { useConnection } from '../../credentials/use-connection';
import { useNow } from '../../ui/hooks/use-now';
import { Card } from '../../ui/layout/page';
import { Came } from './came';
import { useClockTime } from './clock-time';
import { CredentialError } from './credential-error';
import styles from './credential-life.module.css';
import { CredentialRow } from './credential-row';
import { ForgetSecret } from './forget-secret';
import { ProviderInfo } from './provider-info';
import { RenewalChoice } from './renewal-choice';
import { type Timeline, ticksOf, timelineOf } from './timeline';

interface CredentialLifeProps {
  environment: Environment;
  session: ProviderSession;
}

/** The life of both credentials on one line of time: fresh, renewable in the last thirty minutes, expired (5.3, 5.4). */
export function CredentialLife({ environment, session }: CredentialLifeProps) {
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
        />
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
        />
      </ul>
      {timeline === null ? null : <Axis timeline={timeline} lives={lives} now={now} />}
      <RenewalChoice environment={environment} session={session} />
      {token && renewToken.data === token ? <Came of="token" credential={token} /> : null}
      {providerKey && renewKey.data === providerKey ? <Came of="exchange" credential={providerKey} /> : null}
      {renewToken.error ? (
        <CredentialError of="token" error={renewToken.error} onRetry={() => renewToken.mutate()} />
      ) : null}
      {renewKey.error ? (
        <CredentialError of="exchange" error={renewKey.error} onRetry={() => renewKey.mutate()} />
      ) : null}
    </Card>
  );
}

/** After a reload the session is gone, and the connection still knows its provider key and the end of it. */
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
