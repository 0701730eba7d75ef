import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type InboxReference, readSigningSecret } from '../../api/queries/inbox';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Button, CopyButton } from '../../ui/form/button';
import { useMoment } from '../../ui/hooks/use-time';
import { Card } from '../../ui/layout/page';
import styles from './service-page.module.css';

const shownMs = 30_000;

/** The secret of outgoing callbacks: asked for on purpose, and shown for half a minute. */
export function SigningCard({ reference }: { reference: InboxReference }) {
  const t = useTranslations('service.signing');
  const [shown, setShown] = useMoment(shownMs);
  const read = useMutation({
    mutationFn: () => readSigningSecret(reference),
    onSuccess: () => setShown(true),
    // It is not kept once it is not shown.
    gcTime: 0,
  });
  return (
    <Card title={t('title')}>
      <div className={styles.form}>
        <p>{t('text')}</p>
        {shown && read.data ? (
          <div className={styles.secret}>
            <code>{read.data.secret}</code>
            <CopyButton showLabel text={read.data.secret} label={t('copy')} />
          </div>
        ) : (
          <div className={styles.buttons}>
            <Button busy={read.isPending} onClick={() => read.mutate()}>
              {t('show')}
            </Button>
          </div>
        )}
        {read.error ? <ApiErrorNotice error={read.error} onRetry={() => read.mutate()} /> : null}
      </div>
    </Card>
  );
}
