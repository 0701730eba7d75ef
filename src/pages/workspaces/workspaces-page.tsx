import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, Navigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { shownAddress, standingOf } from '../../api/files/link-hosts';
import { workspacesOptions } from '../../api/queries/tables';
import { failingRead, queryClient } from '../../api/wire/query-client';
import type { Environment } from '../../contract/gateway';
import type { Workspace } from '../../contract/tables';
import { requireClient, useClient } from '../../credentials/use-connection';
import { ApiErrorNotice, isKeyRefused } from '../../ui/display/api-error-notice';
import { Cover } from '../../ui/display/badge';
import { EmptyState } from '../../ui/display/notice';
import { RetryingNotice, StaleNotice } from '../../ui/display/retrying-notice';
import { Bone, Skeleton } from '../../ui/display/skeleton';
import { buttonClass, IconButton } from '../../ui/form/button';
import { LockIcon, RefreshIcon } from '../../ui/icons/icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { paths } from '../../url/paths';
import styles from './workspaces-page.module.css';

export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireClient(params.env ?? '', request);
  void queryClient.prefetchQuery(workspacesOptions(client));
  return null;
}

/** Pick a workspace; with a single one there is nothing to pick. */
export function Component() {
  const t = useTranslations('workspaces');
  const common = useTranslations('common');
  const client = useClient();
  const env = client.environment.name;
  const options = workspacesOptions(client);
  const workspaces = useQuery(options);
  const failing = failingRead(queryClient, [{ queryKey: options.queryKey, result: workspaces }]);
  const list = workspaces.data?.data;
  const [only, another] = list ?? [];
  if (only && !another) return <Navigate to={tablesOf(env, only)} replace />;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        note={list?.length ? t('note', { count: list.length }) : null}
        actions={
          <IconButton
            label={common('refresh')}
            icon={<RefreshIcon />}
            busy={workspaces.isFetching}
            onClick={() => workspaces.refetch()}
          />
        }
      />
      {workspaces.isError && list && failing ? <RetryingNotice failing={failing} look="line" /> : null}
      {workspaces.isError && list && !failing ? (
        <StaleNotice
          error={workspaces.error}
          onRetry={() => workspaces.refetch()}
          actions={isKeyRefused(workspaces.error) ? <OtherKey env={env} /> : null}
        />
      ) : null}
      {workspaces.isError && !list ? (
        <ApiErrorNotice
          error={workspaces.error}
          onRetry={() => workspaces.refetch()}
          actions={isKeyRefused(workspaces.error) ? <OtherKey env={env} /> : null}
        />
      ) : failing && !list ? (
        <RetryingNotice failing={failing} />
      ) : !list ? (
        <Skeleton className={styles.list} rows={3}>
          <WorkspaceBones />
        </Skeleton>
      ) : list.length === 0 ? (
        <EmptyState
          icon={<LockIcon size={20} />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          actions={<OtherKey env={env} />}
        />
      ) : (
        <>
          <ul aria-label={t('title')} className={styles.list}>
            {list.map((workspace) => (
              <li key={workspace.space_id}>
                <WorkspaceCard environment={client.environment} workspace={workspace} />
              </li>
            ))}
          </ul>
          <ForeignCovers environment={client.environment} workspaces={list} />
          {failing && !workspaces.isError ? <RetryingNotice failing={failing} look="kept" /> : null}
        </>
      )}
    </Page>
  );
}

function WorkspaceCard({ environment, workspace }: { environment: Environment; workspace: Workspace }) {
  const t = useTranslations('workspaces');
  return (
    <Link to={tablesOf(environment.name, workspace)} className={styles.card}>
      <Cover size={44} image={shownAddress(coverOf(workspace), environment)} />
      <span className={styles.texts}>
        <b>{workspace.name || workspace.space_id}</b>
        <small className="mono">{workspace.space_id}</small>
        {workspace.created_on ? <small>{t('created', { time: workspace.created_on })}</small> : null}
      </span>
    </Link>
  );
}

/** Where a workspace will be: as large as its card, so that nothing moves when it comes. */
function WorkspaceBones() {
  return (
    <div className={styles.card}>
      <Bone width="44px" height="44px" />
      <span className={styles.bones}>
        <Bone width="55%" height="14px" />
        <Bone width="70%" />
        <Bone width="62%" />
      </span>
    </div>
  );
}

function coverOf({ cover_image }: Workspace): string | null | undefined {
  return cover_image?.square ?? cover_image?.source;
}

/** Names the hosts of covers that the page does not load from; nothing where there are none. */
function ForeignCovers({ environment, workspaces }: { environment: Environment; workspaces: readonly Workspace[] }) {
  const t = useTranslations('workspaces');
  const common = useTranslations('common');
  const standings = workspaces.map((workspace) => standingOf(coverOf(workspace), environment, location.origin));
  const hosts = new Set(standings.flatMap((standing) => (standing.kind === 'foreign' ? [standing.host] : [])));
  return hosts.size > 0 ? (
    <p className="dim">{t('foreignCovers', { hosts: [...hosts].join(common('comma')) })}</p>
  ) : null;
}

function OtherKey({ env }: { env: string }) {
  const t = useTranslations('workspaces');
  return (
    <Link to={paths.connect({ environment: env })} className={buttonClass()}>
      {t('otherKey')}
    </Link>
  );
}

function tablesOf(env: string, { space_id }: Workspace): string {
  return paths.tables({ env, space: space_id, type: 'ext' });
}
