import { useTranslations } from 'use-intl';
import { isFailedCall, RequestLink, useSaid } from '../../../ui/display/api-error-notice';
import styles from '../status-bar.module.css';

/** In the status bar: the count came to no end, why, and the way to the request. */
export function CountFailed({ error }: { error: unknown }) {
  const t = useTranslations('records');
  const text = t('countFailed', { reason: useSaid()(error) });
  return (
    <>
      <span className={styles.failed} role="alert" title={text}>
        {text}
      </span>
      <RequestLink request={isFailedCall(error) ? error.request : null} size="small" />
    </>
  );
}
