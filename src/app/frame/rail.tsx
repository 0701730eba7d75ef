import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { shownAddress } from '../../api/files/link-hosts';
import { useKnownTables, workspacesOptions } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import { Cover } from '../../ui/display/badge';
import { IconButton } from '../../ui/form/button';
import { phoneWindow, useMedia } from '../../ui/hooks/use-media';
import { ChevronDownIcon, type Icon, QuestionIcon, SearchIcon, SettingsIcon, TableIcon } from '../../ui/icons/icons';
import { IdleWork, lazyPart, useIdleWork } from '../../ui/layout/lazy-part';
import { Tooltip } from '../../ui/overlay/tooltip';
import { QuickSwitches } from '../../ui/theme/quick-switches';
import { paths } from '../../url/paths';
import { lastTablesAddress, usePlace } from '../start/last-place';
import { EnvironmentCard } from './environment-card';
import { showDialog } from './open-dialog';
import styles from './rail.module.css';
import { railPagesOf } from './rail-pages';

/** The same widths at which the style sheet leaves only icons. */
const iconsOnly = '(min-width: 769px) and (max-width: 1180px)';

const PhoneBar = lazyPart(async () => (await import('../later')).PhoneBar);
const WritingLock = lazyPart(async () => (await import('../later')).WritingLock);

/** The left side: workspace, pages, tools, environment. On narrow windows only icons, with names on hover and focus; on a phone a bar below the page. */
export function Rail() {
  const t = useTranslations('frame');
  const { env, space, table } = usePlace();
  const isPhone = useMedia(phoneWindow);
  // On a phone there is no list of the tables beside the rows: from them it is one step away.
  const isList = isPhone && env && space && table;
  const tables = isList ? paths.tables({ env, space, type: 'ext' }) : env ? tablesAddress(env, space) : null;
  if (!isPhone) {
    return (
      <nav aria-label={t('navigation')} className={styles.rail}>
        <RailContent tables={tables} />
      </nav>
    );
  }
  return (
    <nav aria-label={t('navigation')} className={styles.bar}>
      <PhoneBar env={env} tables={tables ?? paths.connect()}>
        <div className={styles.rail}>
          <RailContent tables={tables} />
        </div>
      </PhoneBar>
    </nav>
  );
}

/** @param tables where *Tables* leads; null without an environment */
function RailContent({ tables }: { tables: string | null }) {
  const t = useTranslations('frame');
  const { env, space, connection } = usePlace();
  const { pathname } = useLocation();
  const links = (requests: boolean) =>
    railPagesOf(connection?.client.environment)
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
    <>
      <WorkspaceLink />
      {env && tables ? (
        <RailLink
          to={tables}
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
        <IdleWork>{connection ? <WritingLock client={connection.client} /> : null}</IdleWork>
        <EnvironmentCard />
      </div>
    </>
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
  const narrow = useMedia(iconsOnly);
  const { key } = useLocation();
  const [pressedAt, setPressedAt] = useState<string | null>(null);
  // Its page has come; back at the step of the history where it was pressed, it leads there again.
  if (pressedAt !== null && pressedAt !== key) setPressedAt(null);
  /** While its page is loading, a link that was pressed keeps the focus: Ctrl+Enter, meant for the page, would open a new tab. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isForElsewhere(event) && pressedAt !== null) event.preventDefault();
  };
  return (
    <Tooltip label={narrow ? label : null} side="right">
      <Link
        to={to}
        aria-current={on ? 'page' : undefined}
        className={styles.link}
        onClick={(event) => {
          if (!isForElsewhere(event)) setPressedAt(key);
        }}
        onBlur={() => setPressedAt(null)}
        onKeyDown={onKeyDown}
      >
        <PageIcon />
        <span className={styles.name}>{label}</span>
        {count}
      </Link>
    </Tooltip>
  );
}

/** Whether a press on a link is for another tab or window, or a download, and leaves this page as it is. */
function isForElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent | MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

/** Palette, shortcuts, theme, language, settings: a row of quiet icons. */
function RailTools() {
  const t = useTranslations('frame');
  const { pathname } = useLocation();
  return (
    <div className={styles.tools}>
      <IconButton label={t('palette')} icon={<SearchIcon />} onClick={() => showDialog('palette')} />
      <IconButton
        label={t('shortcuts')}
        icon={<QuestionIcon />}
        onClick={() => showDialog('shortcuts')}
        className={styles.shortcuts}
      />
      <QuickSwitches />
      <Tooltip label={t('settings')}>
        <Link
          to={paths.settings()}
          aria-label={t('settings')}
          aria-current={pathname === paths.settings() ? 'page' : undefined}
          className={styles.tool}
        >
          <SettingsIcon />
        </Link>
      </Tooltip>
    </div>
  );
}

/** The workspace one is in; leads to the choice of another. */
function WorkspaceLink() {
  const { env, space, connection } = usePlace();
  if (!env || !connection) return <PlainLink env={env} />;
  return <KnownWorkspace client={connection.client} space={space} />;
}

function PlainLink({ env }: { env: string | null }) {
  const t = useTranslations('common');
  const frame = useTranslations('frame');
  return (
    <Link to={env ? paths.workspaces({ env }) : paths.connect()} className={styles.workspace}>
      <Cover size={28} />
      <span className={styles.workspaceName}>
        <b>{t('appName')}</b>
        <small>{env ?? frame('disconnected')}</small>
      </span>
    </Link>
  );
}

function KnownWorkspace({ client, space }: { client: Client; space: string | null }) {
  const t = useTranslations('frame');
  const { data } = useQuery({ ...workspacesOptions(client), enabled: space !== null });
  const workspace = data?.data.find(({ space_id }) => space_id === space);
  const cover = workspace?.cover_image;
  return (
    <Link
      to={paths.workspaces({ env: client.environment.name })}
      className={styles.workspace}
      title={t('changeWorkspace')}
    >
      <Cover size={28} image={shownAddress(cover?.square ?? cover?.source, client.environment)} />
      <span className={styles.workspaceName}>
        <b>
          {workspace?.name || t(space ? 'workspaces' : 'noWorkspace')}
          <ChevronDownIcon size={14} />
        </b>
        {space ? <small>{space}</small> : null}
      </span>
    </Link>
  );
}

const OpenJobs = lazyPart(async () => (await import('../later')).OpenJobs);

/** How many jobs of this key are not at their end; nothing before the first page has been drawn. */
function RunningJobs({ client }: { client: Client }) {
  if (!useIdleWork()) return null;
  return <OpenJobs environment={client.environment.name} identity={client.identity} />;
}

/** How many tables of the workspace are known; nothing while none is. */
function TableCount({ client, space }: { client: Client; space: string }) {
  const tables = useKnownTables(client, space);
  return tables.length > 0 ? <span className={styles.count}>{tables.length}</span> : null;
}
