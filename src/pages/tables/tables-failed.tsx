import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { ApiErrorNotice, isKeyRefused } from '../../ui/display/api-error-notice';
import { KeptNotice } from '../../ui/display/kept-notice';
import { buttonClass } from '../../ui/form/button';
import { paths } from '../../url/paths';
import styles from './table-list.module.css';

interface TablesFailedProps {
  env: string;
  error: unknown;
  /** What was read before is shown below. */
  kept: boolean;
  onRetry(): void;
}

/** The tables could not be read, and why: in their place, or above those read before. */
export function TablesFailed({ env, error, kept, onRetry }: TablesFailedProps) {
  const frame = useTranslations('frame');
  const { pathname } = useLocation();
  const otherKey = isKeyRefused(error) ? (
    <Link to={paths.connect({ environment: env, next: pathname })} className={buttonClass()}>
      {frame('goToConnect')}
    </Link>
  ) : null;
  if (kept) return <KeptNotice error={error} onRetry={onRetry} actions={otherKey} />;
  return (
    <div className={styles.state}>
      <ApiErrorNotice error={error} onRetry={onRetry} actions={otherKey} />
    </div>
  );
}
