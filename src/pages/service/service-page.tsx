import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { inboxOptions } from '../../api/inbox/inbox';
import { outgoingOptions } from '../../api/queries/inbox';
import type { Connection } from '../../credentials/connection';
import { requireClient, useConnection } from '../../credentials/use-connection';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Skeleton } from '../../ui/display/skeleton';
import { Page, PageHeader } from '../../ui/layout/page';
import { paths } from '../../url/paths';
import { CallbackCard } from './callback-card';
import { SigningCard } from './signing-card';

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { env = '' } = params;
  const { environment } = await requireClient(env, request);
  // Only the embedded service is ours to set up; a platform has its own console for that.
  return environment.embedded ? null : redirect(paths.events({ env }));
}

/** What can be set of the service inside the gateway, for the key or provider of the connection. */
export function Component() {
  const t = useTranslations('service');
  const connection = useConnection();
  // The key was forgotten while the page was open: the frame leads away.
  if (connection === null) return null;
  return (
    <Page>
      <PageHeader title={t('title')} text={t('text')} />
      <Callbacks key={`${connection.client.identity} ${connection.via}`} connection={connection} />
    </Page>
  );
}

const nowhere = { environment: '', inbox: '', token: '' };

function Callbacks({ connection }: { connection: Connection }) {
  const inbox = useQuery(inboxOptions(connection));
  const reference = inbox.data?.reference ?? null;
  const outgoing = useQuery({ ...outgoingOptions(reference ?? nowhere), enabled: reference !== null });
  const error = inbox.error ?? outgoing.error;
  if (error) return <ApiErrorNotice error={error} onRetry={() => void (inbox.error ? inbox : outgoing).refetch()} />;
  if (reference === null || outgoing.data === undefined) return <Skeleton look="rows" rows={4} />;
  return (
    <>
      <CallbackCard connection={connection} reference={reference} outgoing={outgoing.data} />
      <SigningCard reference={reference} />
    </>
  );
}
