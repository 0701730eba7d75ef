import { useFormatter, useTranslations } from 'use-intl';
import { ApiError, knownCodes } from '../../contract/errors';
import type { Environment } from '../../contract/gateway';
import { lifeOf } from '../../credentials/expiry';
import type { HeldCredential, ProviderSession } from '../../credentials/provider-session';
import { ApiErrorNotice, ErrorNotice } from '../../ui/display/api-error-notice';
import { useNow } from '../../ui/hooks/use-time';
import styles from './provider-page.module.css';

/** What each card of the page is about. */
export interface SessionProps {
  environment: Environment;
  session: ProviderSession;
}

/** Formats a time of this browser's clock as 19:31, in the user's time zone. */
export function useClockTime(): (at: number) => string {
  const format = useFormatter();
  return (at) => format.dateTime(new Date(at), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

interface ReceivedNoteProps {
  of: 'token' | 'exchange';
  credential: HeldCredential;
}

/** A credential older than this was issued for an earlier call, of this page or another client. */
const justNowMs = 60_000;

/** Whether the latest call gave a new credential or an earlier one, and why (5.3, 5.4). */
export function ReceivedNote({ of, credential }: ReceivedNoteProps) {
  const t = useTranslations(`provider.${of}`);
  const clock = useClockTime();
  const life = lifeOf(credential, useNow(1000));
  const early = life.state === 'fresh';
  const { again, receivedAt } = credential;
  if (!again && !early) return null;
  const time = clock(life.renewableAt);
  const issuedEarlier = receivedAt - life.issuedAt > justNowMs;
  const told = again
    ? early
      ? t('same', { time })
      : t('sameLate')
    : issuedEarlier
      ? t('earlier', { from: clock(life.issuedAt), time })
      : t('fresh');
  return (
    <p role="status" className={styles.came}>
      {told}
    </p>
  );
}

interface CredentialErrorProps {
  /** Which call failed: the token (4.7) or the exchange (4.8). */
  of: 'token' | 'exchange';
  error: Error;
  onRetry: () => void;
}

/** A failed call for credentials. A refusal means the provider's own credentials here, not the key of the connection. */
export function CredentialError({ of, error, onRetry }: CredentialErrorProps) {
  const t = useTranslations(`provider.${of}`);
  if (!(error instanceof ApiError) || error.code !== knownCodes.authenticationFailed) {
    return <ApiErrorNotice error={error} onRetry={onRetry} />;
  }
  return (
    <ErrorNotice
      look="refused"
      title={t('refusedTitle')}
      happened={t('refusedHappened')}
      means={t('unchanged')}
      todo={t('refusedTodo')}
      operation={error.operation}
      code={error.code}
      message={error.message}
      traceId={error.traceId ?? undefined}
      status={error.status ?? undefined}
    />
  );
}
