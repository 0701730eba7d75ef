import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { standingOf } from '../../api/files/link-hosts';
import { providerInfoOptions } from '../../api/queries/provider';
import { keylessClient } from '../../api/wire/client';
import { failingRead, queryClient } from '../../api/wire/query-client';
import type { Environment } from '../../contract/gateway';
import type { ProviderSession } from '../../credentials/provider-session';
import { useErrorText } from '../../ui/display/api-error-notice';
import { Answered, NextTry, TryNow } from '../../ui/display/retrying-notice';
import { Button } from '../../ui/form/button';
import styles from './credential-life.module.css';

interface ProviderInfoProps {
  environment: Environment;
  token: ProviderSession['token'];
}

/** Whose credentials these are (4.9); unknown before there is a token. */
export function ProviderInfo({ environment, token }: ProviderInfoProps) {
  const t = useTranslations('provider.life');
  const common = useTranslations('common');
  const said = useErrorText();
  const appId = token?.pair.appId ?? '';
  const options = providerInfoOptions(keylessClient(environment), appId, token?.value ?? '');
  const result = useQuery({ ...options, enabled: token !== null });
  const { data, error, refetch, isFetching } = result;
  const failing = failingRead(queryClient, [{ queryKey: options.queryKey, result }]);
  if (!token) return <span className={styles.provider}>{t('title')}</span>;
  const info = data?.data;
  return (
    <span className={styles.provider}>
      <Avatar key={info?.avatar} link={info?.avatar ?? ''} environment={environment} />
      <span>{info ? info.name || t('unnamed') : null}</span>
      <span className={styles.appId}>{info?.app_id ?? appId}</span>
      {failing && !info ? (
        <>
          <span role="status" className={styles.failed}>
            {t('infoFailed')}
            {common('colon')}
            <Answered error={failing.error} /> · <NextTry failing={failing} />
          </span>
          <TryNow failing={failing} small />
        </>
      ) : error && !info ? (
        <>
          <span role="alert" className={styles.failed}>
            {t('infoFailed')}
            {common('colon')}
            {said(error)}
          </span>
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {common('retry')}
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** The provider's picture, which may be empty (2.7) or lie on a host that the page does not load from. */
function Avatar({ link, environment }: { link: string; environment: Environment }) {
  const [broken, setBroken] = useState(false);
  const standing = standingOf(link, environment, location.origin);
  if (standing.kind !== 'shown' || broken) return <span className={styles.avatar} />;
  return (
    <img
      src={standing.url}
      alt=""
      referrerPolicy="no-referrer"
      className={styles.avatar}
      onError={() => setBroken(true)}
    />
  );
}
