import { useCallback } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { Delayed, Spinner } from '../ui/display/skeleton';
import { type ButtonSize, buttonClass, RequestLinks } from '../ui/form/button';
import { IdleWork, lazyPart } from '../ui/layout/lazy-part';
import { paths } from '../url/paths';
import { Background } from './background/background';
import { Dialogs } from './frame/dialogs';
import styles from './root.module.css';
import { DocumentTitle } from './start/document-title';
import { environmentOf } from './start/last-place';
import startingStyles from './start/starting-up.module.css';

const InsecureStrip = lazyPart(async () => (await import('./later')).InsecureStrip);
const LeaveGuard = lazyPart(async () => (await import('./later')).LeaveGuard);

/** Around every page: title of the document, sign of a page on its way, palette and shortcuts, work in the background, questions before leaving. */
export function Root() {
  const coming = useNavigation().state !== 'idle';
  return (
    <div className={styles.root}>
      <DocumentTitle />
      {coming ? <div className={styles.coming} aria-hidden="true" /> : null}
      {/* Neither HTTPS nor loopback: the browser gives no WebCrypto, locks or clipboard, and the console stays read-only. */}
      {window.isSecureContext ? null : <InsecureStrip />}
      <div className={styles.page}>
        <RequestLinks value={useWayToRequest()}>
          <Outlet />
        </RequestLinks>
      </div>
      <Background />
      <Dialogs />
      <IdleWork>
        <LeaveGuard />
      </IdleWork>
    </div>
  );
}

/** Links any error to its request on the Activity page, where the address has the environment. */
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

/** While the first page is on its way. */
export function StartingUp() {
  const t = useTranslations('common');
  return (
    <Delayed>
      <div role="status" className={startingStyles.starting}>
        <Spinner size={20} />
        {t('loading')}
      </div>
    </Delayed>
  );
}
