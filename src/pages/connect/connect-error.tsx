import { useTranslations } from 'use-intl';
import { ApiErrorNotice, FailureFacts, isFailedCall, sentencesOf, useReason } from '../../ui/display/api-error-notice';
import styles from './connect-page.module.css';

interface ConnectErrorProps {
  error: unknown;
  /** Unsent changes wait in this browser for a key of the environment. */
  hasUnsent: boolean;
}

/** Why a key did not work, between its field and the button: a line or two, and the facts folded. */
export function ConnectError({ error, hasUnsent }: ConnectErrorProps) {
  const t = useTranslations('connect');
  const errors = useTranslations('errors');
  const reason = useReason();
  if (!isFailedCall(error)) return <ApiErrorNotice error={error} />;
  const name = sentencesOf(error);
  const title = errors(`${name}.title`);
  const isRefused = name === 'keyRefused';
  // A rule of the platform is known by its message alone.
  const text = isRefused ? t('refused') : error.kind === 'business' ? reason(error) : errors(`${name}.todo`);
  return (
    <div role="alert" className={styles.failed}>
      <span>
        <b>{title}</b>
        <br />
        {text} {isRefused && hasUnsent ? t('unsentKept') : null}
      </span>
      <details>
        <summary>{t('details')}</summary>
        {isRefused ? null : <p>{errors(`${name}.happened`)}</p>}
        <FailureFacts title={title} error={error} />
      </details>
    </div>
  );
}
