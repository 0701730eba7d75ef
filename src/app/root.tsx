import { useCallback, useEffect } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { type ButtonSize, buttonClass } from '../ui/button';
import { RequestLinks } from '../ui/request-link';
import { endFirstPage } from '../url/first-page';
import { paths } from '../url/paths';
import { Background } from './background';
import { Dialogs } from './dialogs';
import { DocumentTitle } from './document-title';
import { InsecureNotice } from './insecure-notice';
import { environmentOf } from './last-place';
import styles from './root.module.css';

/** Around every page: title of the document, sign of a page on its way, palette and shortcuts, work in the background. */
export function Root() {
  const coming = useNavigation().state !== 'idle';
  useEffect(endFirstPage, []);
  return (
    <div className={styles.root}>
      <DocumentTitle />
      {coming ? <div className={styles.coming} aria-hidden="true" /> : null}
      <InsecureNotice />
      <div className={styles.page}>
        <RequestLinks value={useWayToRequest()}>
          <Outlet />
        </RequestLinks>
      </div>
      <Background />
      <Dialogs />
    </div>
  );
}

/** From any error one step to its request on the Activity page, where the address tells the environment. */
function useWayToRequest() {
  const t = useTranslations('frame');
  const env = environmentOf(useLocation().pathname);
  return useCallback(
    (request: number, size: ButtonSize) =>
      env === null ? null : (
        <Link to={paths.activity({ env }, { request })} className={buttonClass({ size })}>
          {t('showRequest')}
        </Link>
      ),
    [env, t],
  );
}
