import { useTranslations } from 'use-intl';
import type { Connection } from '../../credentials/connection';
import { CopyButton } from '../../ui/form/button';
import styles from './events-page.module.css';

/** The callback address, where to put it, and what it allows. */
export function AddressBar({ address, connection }: { address: string; connection: Connection }) {
  const t = useTranslations('events');
  const where = connection.client.environment.embedded
    ? t('addressEmbedded')
    : connection.via === 'provider'
      ? t('addressProvider')
      : t('addressCustomer');
  return (
    <section aria-label={t('address')} className={styles.address}>
      <h2>{t('address')}</h2>
      <div className={styles.addressLine}>
        <code title={address}>{address}</code>
        <CopyButton showLabel text={address} label={t('copyAddress')} />
      </div>
      <p>
        {where} {t('addressRights')}
      </p>
    </section>
  );
}
