import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/queries/gateway';
import { activityEntries } from '../../api/wire/activity';
import type { Client } from '../../api/wire/client';
import type { Connection } from '../../credentials/connection';
import { EnvironmentDot } from '../../ui/display/badge';
import { useNow } from '../../ui/hooks/use-time';
import { lazyPart } from '../../ui/layout/lazy-part';
import { paths } from '../../url/paths';
import { usePlace } from '../start/last-place';
import styles from './environment-card.module.css';

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
