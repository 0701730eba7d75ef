import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/gateway';
import { queryClient } from '../../api/query-client';
import type { Environment } from '../../contract/gateway';
import { restoreConnection } from '../../credentials/connection';
import { useProviderSession } from '../../credentials/provider-session';
import { ApiErrorNotice } from '../../ui/api-error-notice';
import { EmptyState } from '../../ui/empty-state';
import { GlobeIcon } from '../../ui/icons';
import { Page, PageHeader } from '../../ui/page';
import { CredentialLife } from './credential-life';
import { ExchangeForm } from './exchange-form';
import styles from './provider-page.module.css';
import { TokenForm } from './token-form';

/** Needs no key: the provider operations carry theirs in the body (5.2). */
export async function loader({ params }: LoaderFunctionArgs) {
  await queryClient.prefetchQuery(environmentsOptions);
  await restoreConnection(params.env ?? '').catch(() => null);
  return null;
}

/** Credentials of a service provider (4.7–4.9, section 5). */
export function Component() {
  const t = useTranslations('provider');
  const frame = useTranslations('frame');
  const { env = '' } = useParams();
  const { data, error, refetch } = useQuery(environmentsOptions);
  const environment = data?.environments.find(({ name }) => name === env);
  return (
    <Page>
      <PageHeader title={t('title')} text={t('text')} />
      {environment ? <Credentials environment={environment} /> : null}
      {error && !data ? <ApiErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && !environment ? (
        <EmptyState
          icon={<GlobeIcon />}
          title={frame('noEnvironmentTitle', { name: env })}
          text={frame('noEnvironmentText')}
        />
      ) : null}
    </Page>
  );
}

function Credentials({ environment }: { environment: Environment }) {
  const session = useProviderSession(environment.name);
  return (
    <>
      <CredentialLife environment={environment} session={session} />
      <div className={styles.cards}>
        <TokenForm environment={environment} session={session} />
        <ExchangeForm environment={environment} session={session} />
      </div>
    </>
  );
}
