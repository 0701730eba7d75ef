import { useTranslations } from 'use-intl';
import type { EnvironmentList } from '../../contract/gateway';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { ProgressBar } from '../../ui/display/progress-bar';
import { Button } from '../../ui/form/button';
import { Card } from '../../ui/layout/page';
import styles from './connect-page.module.css';
import { useOpenDemo } from './use-connect';

/** The way in without a key, offered while the gateway listens to this machine alone. */
export function DemoCard({ list, next }: { list: EnvironmentList; next: string | null }) {
  const t = useTranslations('connect');
  const demo = useOpenDemo(list.environments, next);
  const { seeding } = list;
  return (
    <Card aria-label={t('demoTitle')}>
      <div className={styles.line}>
        <div className={styles.lineText}>
          <b>{t('demoTitle')}</b>
          <div className="dim">{t('demoText')}</div>
        </div>
        <Button busy={demo.isPending} onClick={() => demo.mutate()}>
          {t('openDemo')}
        </Button>
      </div>
      {seeding && !seeding.done ? (
        <div className={styles.seeding}>
          <ProgressBar label={t('seedingLabel')} value={seeding.loaded} max={seeding.total} />
          {t('seeding', { loaded: seeding.loaded, total: seeding.total })}
        </div>
      ) : null}
      {demo.error ? (
        <div className={styles.seeding}>
          <ApiErrorNotice error={demo.error} />
        </div>
      ) : null}
    </Card>
  );
}
