import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { shownAddress } from '../../api/operations/file-links';
import { workspacesOptions } from '../../api/operations/tables';
import type { Client } from '../../api/wire/client';
import { Cover } from '../../ui/overlay/cover';
import { paths } from '../../url/paths';
import { usePlace } from '../start/use-place';
import styles from './rail.module.css';

/** The workspace one is in; leads to the choice of another. */
export function WorkspaceLink() {
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
        <b>{workspace?.name || t(space ? 'workspaces' : 'noWorkspace')}</b>
        {space ? <small>{space}</small> : null}
      </span>
    </Link>
  );
}
