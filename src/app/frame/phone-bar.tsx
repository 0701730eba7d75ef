import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/form/button';
import { CloseIcon, FileIcon, JobsIcon, MenuIcon, SearchIcon, TableIcon } from '../../ui/icons/icons';
import { Drawer } from '../../ui/overlay/drawer';
import { paths } from '../../url/paths';
import { showDialog } from './open-dialog';
import styles from './rail.module.css';

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
  const { pathname, key } = useLocation();
  // Whatever leads to another page closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const close = () => setOpenAt(null);
  const page = (to: string, icon: ReactNode, label: string, on: boolean) => (
    <Link to={to} aria-current={on ? 'page' : undefined} className={styles.barItem}>
      {icon}
      {label}
    </Link>
  );
  return (
    <>
      {env ? (
        <>
          {page(tables, <TableIcon />, t('tables'), pathname.startsWith(`${paths.workspaces({ env })}/`))}
          {page(paths.jobs({ env }), <JobsIcon />, t('jobs'), pathname.startsWith(paths.jobs({ env })))}
          {page(paths.files({ env }), <FileIcon />, t('files'), pathname.startsWith(paths.files({ env })))}
        </>
      ) : null}
      <button type="button" className={styles.barItem} onClick={() => showDialog('palette')}>
        <SearchIcon />
        {common('search')}
      </button>
      <button
        type="button"
        className={styles.barItem}
        aria-haspopup="dialog"
        aria-expanded={openAt === key}
        onClick={() => setOpenAt(key)}
      >
        <MenuIcon />
        {common('more')}
      </button>
      <Drawer open={openAt === key} onClose={close} label={t('navigation')}>
        <div className={styles.drawerHead}>
          <IconButton label={common('close')} icon={<CloseIcon />} onClick={close} />
        </div>
        {children}
      </Drawer>
    </>
  );
}
