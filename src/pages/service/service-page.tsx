import { useMutation, useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { inboxOptions } from '../../api/inbox/inbox';
import { type InboxReference, outgoingOptions, readSigningSecret } from '../../api/queries/inbox';
import type { Connection } from '../../credentials/connection';
import { requireClient, useConnection } from '../../credentials/use-connection';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Skeleton } from '../../ui/display/skeleton';
import { Button, CopyButton } from '../../ui/form/button';
import { useMoment } from '../../ui/hooks/use-time';
import { Card } from '../../ui/layout/card';
import { Page, PageHeader } from '../../ui/layout/page';
import { paths } from '../../url/paths';
import { CallbackCard } from './callback-card';
import styles from './service-page.module.css';

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

const shownMs = 30_000;

/** The secret of outgoing callbacks: asked for on purpose, and shown for half a minute. */
function SigningCard({ reference }: { reference: InboxReference }) {
  const t = useTranslations('service.signing');
  const [shown, setShown] = useMoment(shownMs);
  const read = useMutation({
    mutationFn: () => readSigningSecret(reference),
    onSuccess: () => setShown(true),
    // It is not kept once it is not shown.
    gcTime: 0,
  });
  return (
    <Card title={t('title')}>
      <div className={styles.form}>
        <p>{t('text')}</p>
        {shown && read.data ? (
          <div className={styles.secret}>
            <code>{read.data.secret}</code>
            <CopyButton showLabel text={read.data.secret} label={t('copy')} />
          </div>
        ) : (
          <div className={styles.buttons}>
            <Button busy={read.isPending} onClick={() => read.mutate()}>
              {t('show')}
            </Button>
          </div>
        )}
        {read.error ? <ApiErrorNotice error={read.error} onRetry={() => read.mutate()} /> : null}
      </div>
    </Card>
  );
}
