import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions, openDemo } from '../../api/queries/gateway';
import type { Environment } from '../../contract/gateway';
import { holdAccessToken, typeIntoSession, useProviderSession } from '../../credentials/provider-session';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Button } from '../../ui/form/button';
import { SecretField } from '../../ui/form/secret-field';
import { TextField } from '../../ui/form/text-field';
import { Card } from '../../ui/layout/card';
import { Page, PageHeader } from '../../ui/layout/page';
import { CheckCard } from './check-card';
import { CredentialLife } from './credential-life';
import { CredentialError, ReceivedNote, type SessionProps } from './credential-notes';
import { ExchangeForm } from './exchange-form';
import styles from './provider-page.module.css';

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

/** App id and app secret for an access token (4.7). */
function TokenForm({ environment, session }: SessionProps) {
  const t = useTranslations('provider.token');
  const { appId, appSecret, token } = session;
  const get = useMutation({
    mutationFn: () => holdAccessToken(environment, { appId: appId.trim(), appSecret: appSecret.trim() }),
  });
  const missing = appId.trim() === '' || appSecret.trim() === '';
  return (
    <Card title={t('title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!missing && !get.isPending) get.mutate();
        }}
      >
        <TextField
          label={t('appId')}
          value={appId}
          mono
          onChange={(value) => typeIntoSession(environment.name, { appId: value })}
        />
        <SecretField
          label={t('appSecret')}
          value={appSecret}
          onChange={(value) => typeIntoSession(environment.name, { appSecret: value })}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            kind={token ? 'plain' : 'primary'}
            busy={get.isPending}
            disabledReason={missing && t('need')}
          >
            {t('get')}
          </Button>
          <DemoProvider environment={environment} />
        </div>
        {token && get.data === token ? <ReceivedNote of="token" credential={token} /> : null}
        {get.error ? <CredentialError of="token" error={get.error} onRetry={() => get.mutate()} /> : null}
      </form>
    </Card>
  );
}

/** The provider of the embedded service, where the gateway offers the demo. */
function DemoProvider({ environment }: { environment: Environment }) {
  const t = useTranslations('provider.token');
  const { data } = useQuery(environmentsOptions);
  const fill = useMutation({
    mutationFn: async () => {
      const { appId, appSecret } = await openDemo();
      typeIntoSession(environment.name, { appId, appSecret });
    },
  });
  if (!environment.embedded || !data?.demo) return null;
  return (
    <>
      <Button kind="ghost" busy={fill.isPending} onClick={() => fill.mutate()}>
        {t('demo')}
      </Button>
      {fill.error ? <ApiErrorNotice error={fill.error} onRetry={() => fill.mutate()} /> : null}
    </>
  );
}
