import { Outlet, useNavigation } from 'react-router-dom';
import { Background } from './background';
import { Dialogs } from './dialogs';
import { DocumentTitle } from './document-title';
import { InsecureNotice } from './insecure-notice';
import styles from './root.module.css';

/** Around every page: title of the document, sign of a page on its way, palette and shortcuts, work in the background. */
export function Root() {
  const coming = useNavigation().state === 'loading';
  return (
    <div className={styles.root}>
      <DocumentTitle />
      {coming ? <div className={styles.coming} aria-hidden="true" /> : null}
      <InsecureNotice />
      <div className={styles.page}>
        <Outlet />
      </div>
      <Background />
      <Dialogs />
    </div>
  );
}
