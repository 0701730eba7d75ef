import { Link, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { NoInboxError } from '../../api/inbox/inbox';
import { ApiErrorNotice, ErrorNotice } from '../../ui/display/api-error-notice';
import { buttonClass } from '../../ui/form/button';
import { paths } from '../../url/paths';

/** Why the events cannot be shown, and the way out. */
export function InboxFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('events');
  const { env = '' } = useParams();
  if (!(error instanceof NoInboxError)) return <ApiErrorNotice error={error} onRetry={onRetry} />;
  return (
    <ErrorNotice
      look="refused"
      title={t('noInboxTitle')}
      happened={t('noInboxHappened')}
      means={t('noInboxMeans')}
      todo={t('noInboxTodo')}
      actions={
        <Link to={paths.provider({ env })} className={buttonClass()}>
          {t('toProvider')}
        </Link>
      }
    />
  );
}
