import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Environment } from '../../contract/gateway';
import { connectionFor, restoreConnection, subscribeConnections } from '../../credentials/connection';
import { Button, buttonClass } from '../../ui/form/button';
import { LockIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/page';
import styles from './connect-page.module.css';
import { destinationOf } from './destination';
import { useEndKey } from './use-end-key';

interface OpenConnectionProps {
  environment: Environment;
  /** The address that asked for the key. */
  next: string | null;
}

/** Says that this tab has a key for the environment already: go on with it, or forget it. */
export function OpenConnection({ environment, next }: OpenConnectionProps) {
  const t = useTranslations('connect');
  const common = useTranslations('common');
  const endKey = useEndKey();
  // A reload or another tab may have one: asked for once, then the subscription tells.
  useQuery({
    queryKey: ['connection', environment.name],
    queryFn: async () => (await restoreConnection(environment.name)) !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const connection = useSyncExternalStore(subscribeConnections, () => connectionFor(environment.name));
  if (!connection) return null;
  const name = environment.title ?? environment.name;

  return (
    <Card aria-label={t('openTitle')}>
      <div className={styles.line}>
        <div className={styles.lineText}>
          <b>
            {t('openTitle')}
            {common('colon')}
            {name}
          </b>
          <span className="mono dim">{t('openText', { lastFour: connection.lastFour })}</span>
        </div>
        <Button icon={<LockIcon />} tooltip={t('lockHint')} onClick={() => void endKey.lock(connection.client)}>
          {t('lock')}
        </Button>
        <Button kind="danger" onClick={() => void endKey.forget(connection.client)}>
          {t('forget')}
        </Button>
        <Link to={destinationOf(environment.name, [], next)} className={buttonClass({ kind: 'primary' })}>
          {t('continue')}
        </Link>
      </div>
    </Card>
  );
}
