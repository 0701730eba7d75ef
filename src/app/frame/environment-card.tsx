import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/queries/gateway';
import { activityEntries } from '../../api/wire/activity';
import type { Client } from '../../api/wire/client';
import type { Connection } from '../../credentials/connection';
import { closeWriting, isOpenedOnPurpose, openWriting, useWritingStop } from '../../credentials/write-permission';
import { EnvironmentDot } from '../../ui/display/badge';
import { Button } from '../../ui/form/button';
import { useNow } from '../../ui/hooks/use-time';
import { LockIcon, UnlockIcon } from '../../ui/icons/icons';
import { lazyPart } from '../../ui/layout/lazy-part';
import { useConfirm } from '../../ui/overlay/confirm';
import { paths } from '../../url/paths';
import { usePlace } from '../start/last-place';
import styles from './environment-card.module.css';
import rail from './rail.module.css';

const Seeding = lazyPart(async () => (await import('../later')).Seeding);

/** Which environment and key, how quick it answers, how much of its rate is free. Leads to the connect page. */
export function EnvironmentCard() {
  const t = useTranslations('frame');
  const { env, connection } = usePlace();
  return (
    <Link to={paths.connect(env ? { environment: env } : {})} className={styles.card}>
      <span className={styles.name}>
        <EnvironmentDot colour={connection?.client.environment.colour ?? ''} />
        <span className={styles.text}>{connection?.client.environment.title ?? env ?? t('disconnected')}</span>
      </span>
      <span className={styles.facts}>{connection ? <ConnectionFacts connection={connection} /> : t('noKey')}</span>
    </Link>
  );
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const t = useTranslations('frame');
  const { client, lastFour } = connection;
  return (
    <>
      <span>
        {t('key', { key: `••••${lastFour}` })} · <Latency environment={client.environment.name} />
      </span>
      {connection.via === 'provider' ? <span>{t('providerKey')}</span> : null}
      <FreeRate client={client} />
      {client.environment.embedded ? <WhileSeeding /> : null}
    </>
  );
}

/** How long the latest answer of the environment took. */
function Latency({ environment }: { environment: string }) {
  const t = useTranslations('frame');
  // Hundreds of requests may end in a second: more updates than anyone can read.
  useNow(500);
  const latest = activityEntries().findLast((entry) => entry.environment === environment && entry.answeredAt !== null);
  if (!latest?.answeredAt || !latest.sentAt) return t('noRequestYet');
  return t('latency', { ms: Math.round(latest.answeredAt - latest.sentAt) });
}

function FreeRate({ client }: { client: Client }) {
  const t = useTranslations('frame');
  useNow(500);
  const { free, limit } = client.budget.snapshot();
  return <span className="num">{t('free', { free, limit })}</span>;
}

/** Polls the progress of the first loading of the embedded data while it runs. */
function WhileSeeding() {
  const { data } = useQuery(environmentsOptions);
  return data?.seeding && !data.seeding.done ? <Seeding {...data.seeding} /> : null;
}

/** Shows that editing is off for an environment, and turns it on; renders nothing where it is always on. */
export function WritingLock({ client }: { client: Client }) {
  const t = useTranslations('frame');
  const confirm = useConfirm();
  const { environment } = client;
  const stop = useWritingStop(environment);
  const name = environment.title ?? environment.name;

  async function open() {
    const question = { title: t('openWritingTitle', { name }), text: t('openWritingText', { name }), danger: true };
    if (await confirm({ ...question, action: t('openWriting') })) openWriting(environment.name);
  }

  // Turning editing off means that nothing more is to be written: a job with unsent rows waits until it is resumed.
  async function close() {
    closeWriting(environment.name);
    const { pauseSending } = await import('../../jobs/runner/run-connection');
    await pauseSending(client);
  }

  if (stop === 'insecure') return null;
  if (stop === 'environment') {
    return (
      <Button
        size="small"
        icon={<LockIcon size={14} />}
        onClick={open}
        className={rail.lock}
        tooltip={t('openWriting')}
      >
        <span className={rail.name}>{t('readOnly')}</span>
      </Button>
    );
  }
  if (!isOpenedOnPurpose(environment.name)) return null;
  return (
    <Button
      size="small"
      icon={<UnlockIcon size={14} />}
      onClick={() => void close()}
      className={rail.unlocked}
      tooltip={t('closeWriting')}
    >
      <span className={rail.name}>{t('openForWriting')}</span>
    </Button>
  );
}
