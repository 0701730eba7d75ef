import { useTranslations } from 'use-intl';
import { lifeOf } from '../../credentials/life';
import type { HeldCredential } from '../../credentials/provider-session';
import { useNow } from '../../ui/hooks/use-now';
import { useClockTime } from './clock-time';
import styles from './provider-page.module.css';

interface CameProps {
  of: 'token' | 'exchange';
  credential: HeldCredential;
}

/** A credential that is older than this was issued for an earlier call, of this page or of somebody else. */
const justNowMs = 60_000;

/** Whether the latest call gave a new credential or an earlier one, and why (5.3, 5.4). */
export function Came({ of, credential }: CameProps) {
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
