import { Link, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Answer } from '../../../api/wire/send';
import type { RecordPage } from '../../../contract/records';
import { CopyButton } from '../../../ui/form/button';
import { paths } from '../../../url/paths';
import styles from '../status-bar.module.css';

/** How long the last answer took, and the way to its request. */
export function AnswerText({ latest }: { latest: Answer<RecordPage> }) {
  const t = useTranslations('records');
  const { env = '' } = useParams();
  return (
    <>
      <span>{t('read', { value: latest.milliseconds })}</span>
      {latest.traceId ? (
        <span className={styles.trace}>
          <Link
            to={paths.activity({ env }, { request: latest.request })}
            title={t('showRequest')}
            className={styles.traceText}
          >
            trace {latest.traceId}
          </Link>
          <CopyButton text={latest.traceId} label={t('copyTrace')} />
        </span>
      ) : null}
    </>
  );
}
