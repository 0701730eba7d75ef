import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/display/empty-state';
import { buttonClass } from '../../ui/form/button';
import { SearchIcon } from '../../ui/icons/icons';
import { paths } from '../../url/paths';
import styles from './not-found.module.css';

/** An address that no page has. */
export function NotFound() {
  const t = useTranslations('frame');
  const { pathname } = useLocation();
  return (
    <main className={styles.page}>
      <EmptyState
        heading
        icon={<SearchIcon size={20} />}
        title={t('notFoundTitle')}
        text={t('notFoundText', { path: pathname })}
        actions={
          <Link to={paths.home()} className={buttonClass()}>
            {t('notFoundAction')}
          </Link>
        }
      />
    </main>
  );
}
