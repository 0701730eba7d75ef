import { useTranslations } from 'use-intl';
import { lifeOf } from '../../credentials/life';
import type { HeldCredential } from '../../credentials/provider-session';
import { useNow } from '../../ui/use-now';
import { useClockTime } from './clock-time';
import styles from './provider-page.module.css';

interface CameProps {
  of: 'token' | 'exchange';
  credential: HeldCredential;
}

/** Whether the latest call gave a new credential or the same one, and why (5.3, 5.4). */
export function Came({ of, credential }: CameProps) {
  const t = useTranslations(`provider.${of}`);
  const clock = useClockTime();
  const life = lifeOf(credential, useNow(1000));
  const early = life.state === 'fresh';
  if (!credential.again && !early) return null;
  return (
    <p role="status" className={styles.came}>
      {!credential.again ? t('fresh') : early ? t('same', { time: clock(life.renewableAt) }) : t('sameLate')}
    </p>
  );
}
