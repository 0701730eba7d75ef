import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/queries/gateway';
import { failingRead, queryClient } from '../../api/wire/query-client';
import type { Environment, EnvironmentList } from '../../contract/gateway';
import { connectionFor, restoreConnection, subscribeConnections } from '../../credentials/connection';
import { savedConnections } from '../../credentials/saved-connections';
import { whyNoKey } from '../../credentials/sealed-connection';
import { ApiErrorNotice, ErrorNotice } from '../../ui/display/api-error-notice';
import { Cover } from '../../ui/display/badge';
import { Notice } from '../../ui/display/notice';
import { ProgressBar } from '../../ui/display/progress-bar';
import { RetryingNotice } from '../../ui/display/retrying-notice';
import { Skeleton } from '../../ui/display/skeleton';
import { Button, buttonClass } from '../../ui/form/button';
import { useFocusWhenFree } from '../../ui/hooks/focus-when-free';
import { LockIcon, RefreshIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { QuickSwitches } from '../../ui/theme/quick-switches';
import { type ConnectSearch, parseConnectSearch } from '../../url/paths';
import { ConnectForm } from './connect-form';
import styles from './connect-page.module.css';
import { SavedConnections } from './saved-connections-card';
import { destinationOf, useKept, useOpenDemo } from './use-connect';
import { useEndKey } from './use-end-key';

/** Environment, key, test: the way in. */
export function Component() {
  const t = useTranslations('connect');
  const common = useTranslations('common');
  const [parameters] = useSearchParams();
  const search = parseConnectSearch(parameters);
  const environments = useQuery(environmentsOptions);
  const failing = failingRead(queryClient, [{ queryKey: environmentsOptions.queryKey, result: environments }]);
  return (
    <main className={styles.page}>
      <div className={styles.switches}>
        <QuickSwitches />
      </div>
      <div className={styles.column}>
        <header className={styles.header}>
          <Cover size={36} />
          <div className={styles.names}>
            <h1>{common('appName')}</h1>
            <div className="dim">{t('tagline')}</div>
          </div>
        </header>
        {environments.data ? (
          <Connect list={environments.data} search={search} />
        ) : environments.isError ? (
          <GatewayDown error={environments.error} onRetry={() => environments.refetch()} />
        ) : failing ? (
          <RetryingNotice failing={failing} />
        ) : (
          <Skeleton rows={5} />
        )}
      </div>
    </main>
  );
}

function Connect({ list, search }: { list: EnvironmentList; search: ConnectSearch }) {
  const t = useTranslations('connect');
  const { environments } = list;
  const named = environments.find(({ name }) => name === search.environment);
  const [chosen, setChosen] = useState(() => named?.name ?? savedConnections()[0]?.environment);
  const environment = environments.find(({ name }) => name === chosen) ?? environments[0];
  const connected = useSyncExternalStore(subscribeConnections, () => connectionFor(environment?.name ?? '') !== null);
  if (!environment) return null;
  return (
    <>
      {search.environment && !named ? (
        <Notice tone="staged">{t('unknownEnvironment', { name: search.environment })}</Notice>
      ) : null}
      {connected ? null : <KeyEnded environment={environment} />}
      <OpenConnection environment={environment} next={search.next} />
      <ConnectForm environments={environments} environment={environment} onEnvironment={setChosen} next={search.next} />
      {list.demo ? <DemoCard list={list} next={search.next} /> : null}
      {list.demoByLink ? (
        <Card aria-label={t('demoTitle')}>
          <b>{t('demoTitle')}</b>
          <div className="dim">{t(search.demo === 'used' ? 'demoLinkUsed' : 'demoByLink')}</div>
        </Card>
      ) : null}
      <SavedConnections key={String(connected)} environments={environments} onChoose={setChosen} />
    </>
  );
}

/** Why the key must be entered again; its field has the focus. */
function KeyEnded({ environment: { name, title } }: { environment: Environment }) {
  const t = useTranslations('connect');
  const why = whyNoKey(name);
  useFocusWhenFree(why, () => why && document.querySelector<HTMLElement>('form [data-masked]')?.focus(), {
    atFirst: true,
  });
  const { drafts, jobs } = useKept(name);
  if (!why) return null;
  const reason = why !== 'forgotten' && drafts + jobs > 0 ? (`${why}Kept` as const) : why;
  return <Notice>{t(reason, { name: title ?? name })}</Notice>;
}

function GatewayDown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('connect');
  const common = useTranslations('common');
  if (!(error instanceof Error)) return <ApiErrorNotice error={error} onRetry={onRetry} />;
  return (
    <ErrorNotice
      title={t('gatewayTitle')}
      happened={t('gatewayHappened')}
      means={t('gatewayMeans')}
      todo={t('gatewayTodo')}
      message={error.message}
      actions={
        <Button icon={<RefreshIcon />} onClick={onRetry}>
          {common('retry')}
        </Button>
      }
    />
  );
}

/** The way in without a key, offered to who opened the demo link, or to everyone. */
export function DemoCard({ list, next }: { list: EnvironmentList; next: string | null }) {
  const t = useTranslations('connect');
  const demo = useOpenDemo(list.environments, next);
  const { seeding } = list;
  return (
    <Card aria-label={t('demoTitle')}>
      <div className={styles.line}>
        <div className={styles.lineText}>
          <b>{t('demoTitle')}</b>
          <div className="dim">{t('demoText')}</div>
        </div>
        <Button busy={demo.isPending} onClick={() => demo.mutate()}>
          {t('openDemo')}
        </Button>
      </div>
      {seeding && !seeding.done ? (
        <div className={styles.seeding}>
          <ProgressBar label={t('seedingLabel')} value={seeding.loaded} max={seeding.total} />
          {t('seeding', { loaded: seeding.loaded, total: seeding.total })}
        </div>
      ) : null}
      {demo.error ? (
        <div className={styles.seeding}>
          <ApiErrorNotice error={demo.error} />
        </div>
      ) : null}
    </Card>
  );
}

interface OpenConnectionProps {
  environment: Environment;
  /** The address that asked for the key. */
  next: string | null;
}

/** Says that this tab already has a key for the environment: continue with it, or forget it. */
function OpenConnection({ environment, next }: OpenConnectionProps) {
  const t = useTranslations('connect');
  const common = useTranslations('common');
  const endKey = useEndKey();
  // A reload or another tab may have one: requested once, then subscribed to.
  useQuery({
    queryKey: ['connection', environment.name],
    queryFn: async () => (await restoreConnection(environment.name)) !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const connection = useSyncExternalStore(subscribeConnections, () => connectionFor(environment.name));
  if (!connection) return null;
  const name = environment.title ?? environment.name;

  return (
    <Card aria-label={t('openTitle')}>
      <div className={styles.line}>
        <div className={styles.lineText}>
          <b>
            {t('openTitle')}
            {common('colon')}
            {name}
          </b>
          <span className="mono dim">{t('openText', { lastFour: connection.lastFour })}</span>
        </div>
        <Button icon={<LockIcon />} tooltip={t('lockHint')} onClick={() => void endKey.lock(connection.client)}>
          {t('lock')}
        </Button>
        <Button kind="danger" onClick={() => void endKey.forget(connection.client)}>
          {t('forget')}
        </Button>
        <Link to={destinationOf(environment.name, [], next)} className={buttonClass({ kind: 'primary' })}>
          {t('continue')}
        </Link>
      </div>
    </Card>
  );
}
