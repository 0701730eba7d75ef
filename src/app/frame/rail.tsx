import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { useMedia } from '../../ui/hooks/use-media';
import { type Icon, TableIcon } from '../../ui/icons/icons';
import { Tooltip } from '../../ui/overlay/tooltip';
import { paths } from '../../url/paths';
import { lastTablesAddress } from '../start/last-place';
import { usePlace } from '../start/use-place';
import { EnvironmentCard } from './environment-card';
import styles from './rail.module.css';
import { RunningJobs, TableCount } from './rail-counts';
import { railPages } from './rail-pages';
import { RailTools } from './rail-tools';
import { WorkspaceLink } from './workspace-link';
import { WritingLock } from './writing-lock';

/** The same width at which the style sheet leaves only icons. */
const narrowWindow = '(max-width: 1180px)';

/** The left side: workspace, pages, tools, environment. On narrow windows only icons, with names on hover and focus. */
export function Rail() {
  const t = useTranslations('frame');
  const { env, space, connection } = usePlace();
  const { pathname } = useLocation();
  const links = (requests: boolean) =>
    railPages
      .filter((page) => env && page.requests === requests)
      .map(({ name, icon, path }) => (
        <RailLink
          key={name}
          to={path(env ?? '')}
          icon={icon}
          label={t(name)}
          on={pathname.startsWith(path(env ?? ''))}
          count={name === 'jobs' && connection ? <RunningJobs client={connection.client} /> : null}
        />
      ));
  return (
    <nav aria-label={t('navigation')} className={styles.rail}>
      <WorkspaceLink />
      {env ? (
        <RailLink
          to={tablesAddress(env, space)}
          icon={TableIcon}
          label={t('tables')}
          on={pathname.startsWith(`${paths.workspaces({ env })}/`)}
          count={connection && space ? <TableCount client={connection.client} space={space} /> : null}
        />
      ) : null}
      {links(false)}
      {env ? <div className={styles.section}>{t('requests')}</div> : null}
      {links(true)}
      <div className={styles.end}>
        <RailTools />
        {connection ? <WritingLock client={connection.client} /> : null}
        <EnvironmentCard />
      </div>
    </nav>
  );
}

/** Back to the table that was open, else to the tables of the workspace, else to the choice of one. */
function tablesAddress(env: string, space: string | null): string {
  if (!space) return paths.workspaces({ env });
  return lastTablesAddress(env, space) ?? paths.tables({ env, space, type: 'ext' });
}

interface RailLinkProps {
  to: string;
  icon: Icon;
  label: string;
  on: boolean;
  count: ReactNode;
}

function RailLink({ to, icon: PageIcon, label, on, count }: RailLinkProps) {
  const narrow = useMedia(narrowWindow);
  return (
    <Tooltip label={narrow ? label : null} side="right">
      <Link to={to} aria-current={on ? 'page' : undefined} className={styles.link}>
        <PageIcon />
        <span className={styles.name}>{label}</span>
        {count}
      </Link>
    </Tooltip>
  );
}
