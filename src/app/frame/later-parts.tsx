import { type ReactNode, useCallback } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { watchOpenJobs } from '../../jobs/ledger/use-jobs';
import { useSubscription } from '../../state/store';
import { Notice } from '../../ui/display/notice';
import { ProgressBar } from '../../ui/display/progress-bar';
import { IconButton } from '../../ui/form/button';
import { CloseIcon, FileIcon, JobsIcon, MenuIcon, SearchIcon, TableIcon } from '../../ui/icons/icons';
import { Dialog, Drawer } from '../../ui/overlay/dialog';
import { ShortcutsList } from '../../ui/shortcuts/shortcuts-list';
import { paths } from '../../url/paths';
import { useOpenHere } from '../../url/use-open-here';
import styles from './environment-card.module.css';
import { showDialog, useOpenDialog } from './open-dialog';
import rail from './rail.module.css';

/** The keyboard shortcuts, opened by `?`. */
export function ShortcutsDialog() {
  const t = useTranslations('frame');
  return (
    <Dialog open={useOpenDialog() === 'shortcuts'} onClose={() => showDialog(null)} title={t('shortcuts')}>
      <ShortcutsList />
    </Dialog>
  );
}

interface SeedingProps {
  loaded: number;
  total: number;
}

/** How far the first loading of the embedded data is. */
export function Seeding({ loaded, total }: SeedingProps) {
  const t = useTranslations('connect');
  return (
    <span className={styles.seeding} title={t('seeding', { loaded, total })}>
      <ProgressBar label={t('seedingLabel')} value={loaded} max={total} />
    </span>
  );
}

/** The note on a page without a secure context. */
export function InsecureStrip() {
  const t = useTranslations('frame');
  return (
    <Notice strip tone="staged" title={t('insecureTitle')}>
      {t('insecureText')}
    </Notice>
  );
}

/** The number of open jobs of a key, live over all tabs; nothing when there is none. */
export function OpenJobs({ environment, identity }: { environment: string; identity: string }) {
  const listen = useCallback(
    (tell: (count: number) => void) => watchOpenJobs({ environment, identity }, (jobs) => tell(jobs.length)),
    [environment, identity],
  );
  const count = useSubscription(listen) ?? 0;
  return count > 0 ? <span className={rail.count}>{count}</span> : null;
}

interface PhoneBarProps {
  env: string | null;
  /** Where *Tables* leads. */
  tables: string;
  /** What the rail of a wider window holds. */
  children: ReactNode;
}

/** The pages that are open most, the search, and the way to all others in a drawer. */
export function PhoneBar({ env, tables, children }: PhoneBarProps) {
  const t = useTranslations('frame');
  const common = useTranslations('common');
  const { pathname } = useLocation();
  const [open, setOpen] = useOpenHere();
  const close = () => setOpen(false);
  const pages = env
    ? [
        { to: tables, icon: <TableIcon />, label: t('tables'), root: `${paths.workspaces({ env })}/` },
        { to: paths.jobs({ env }), icon: <JobsIcon />, label: t('jobs'), root: paths.jobs({ env }) },
        { to: paths.files({ env }), icon: <FileIcon />, label: t('files'), root: paths.files({ env }) },
      ]
    : [];
  const current = pages.find(({ root }) => pathname.startsWith(root));
  return (
    <>
      {pages.map((page) => (
        <Link
          key={page.root}
          to={page.to}
          aria-current={page === current ? 'page' : undefined}
          className={rail.barItem}
        >
          {page.icon}
          {page.label}
        </Link>
      ))}
      <button type="button" className={rail.barItem} onClick={() => showDialog('palette')}>
        <SearchIcon />
        {common('search')}
      </button>
      <button
        type="button"
        className={rail.barItem}
        // The page is one of those behind it.
        aria-current={pages.length > 0 && !current}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
        {common('more')}
      </button>
      <Drawer open={open} onClose={close} label={t('navigation')}>
        <div className={rail.drawerHead}>
          <IconButton label={common('close')} icon={<CloseIcon />} onClick={close} />
        </div>
        {children}
      </Drawer>
    </>
  );
}
