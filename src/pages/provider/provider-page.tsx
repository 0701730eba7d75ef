import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/queries/gateway';
import type { Environment } from '../../contract/gateway';
import { useProviderSession } from '../../credentials/provider-session';
import { Page, PageHeader } from '../../ui/layout/page';
import { CheckCard } from './check-card';
import { CredentialLife } from './credential-life';
import { ExchangeForm } from './exchange-form';
import styles from './provider-page.module.css';
import { TokenForm } from './token-form';

/** Credentials of a service provider (4.7–4.9, section 5). Needs no key: these operations carry theirs in the body (5.2). */
export function Component() {
  const t = useTranslations('provider');
  const { env } = useParams();
  const { data } = useQuery(environmentsOptions);
  // The loader of every address below an environment has made sure that the gateway has it.
  const environment = data?.environments.find(({ name }) => name === env);
  return (
    <Page>
      <PageHeader title={t('title')} text={t('text')} />
      {environment ? <Credentials environment={environment} /> : null}
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
      <CheckCard environment={environment} session={session} />
    </>
  );
}
