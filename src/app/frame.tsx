import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { connectionFor, subscribeConnections } from '../credentials/connection';
import { paths } from '../url/paths';
import styles from './frame.module.css';
import { environmentOf, rememberPlace } from './last-place';
import { Rail } from './rail';
import { usePlace } from './use-place';

/** Rail on the left, page on the right, the colour of the environment along the top. */
export function Frame() {
  const t = useTranslations('frame');
  const location = useLocation();
  const { connection } = usePlace();
  useLeaveWhenForgotten();

  useEffect(() => rememberPlace(location.pathname, location.search), [location]);

  return (
    <div className={styles.frame} data-colour={connection?.client.environment.colour}>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <Rail />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
    </div>
  );
}

/** When the key of this environment is forgotten, here or in another tab, its pages end at the connect page. */
function useLeaveWhenForgotten(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const environment = environmentOf(pathname);
    if (environment === null || connectionFor(environment) === null) return;
    return subscribeConnections(() => {
      if (connectionFor(environment) === null) void navigate(paths.connect({ environment, next: pathname + search }));
    });
  }, [navigate, pathname, search]);
}
