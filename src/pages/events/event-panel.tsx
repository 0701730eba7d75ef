import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { pastedHeader } from '../../api/queries/inbox';
import type { Client } from '../../api/wire/client';
import { numeralOf } from '../../contract/decimal';
import type { ReceivedEvent } from '../../contract/inbox';
import { Badge } from '../../ui/display/badge';
import { Code } from '../../ui/display/code';
import { DescriptionList } from '../../ui/display/description-list';
import { JsonTree } from '../../ui/display/json-tree';
import { Notice } from '../../ui/display/notice';
import { TimeText } from '../../ui/display/time-text';
import { CopyButton } from '../../ui/form/button';
import { Tabs } from '../../ui/layout/tabs';
import { Panel } from '../../ui/overlay/panel';
import { paths } from '../../url/paths';
import { BatchResult, KindBadge } from './batch-result';
import { type EventFacts, factsOf } from './event-facts';
import { type EventJob, jobsByRecords } from './event-jobs';
import styles from './event-panel.module.css';

interface EventPanelProps {
  client: Client;
  event: ReceivedEvent;
  /** The job whose call has the event's trace id. */
  job: EventJob | null;
  onClose: () => void;
}

/** One event: what is known of it, and its unchanged body. */
export function EventPanel({ client, event, job, onClose }: EventPanelProps) {
  const t = useTranslations('events');
  const facts = factsOf(event);
  return (
    <Panel title={t('event', { number: event.id })} note={<EventBadges event={event} />} onClose={onClose}>
      <div className={styles.content}>
        {facts.form === 'encrypted' ? (
          <Notice title={t('encryptedTitle')}> {t('encrypted')}</Notice>
        ) : facts.form === 'binary' ? (
          <Notice>{t('binaryText')}</Notice>
        ) : facts.form === 'text' ? (
          <Notice>{t('textText')}</Notice>
        ) : null}
        <Facts client={client} event={event} facts={facts} job={job} />
        {facts.batch ? <BatchResult batch={facts.batch} /> : null}
        <Body event={event} facts={facts} />
      </div>
    </Panel>
  );
}

/** Its type, and whether the platform delivered it or it was imported by hand. */
function EventBadges({ event }: { event: ReceivedEvent }) {
  const t = useTranslations('events');
  return (
    <>
      <KindBadge facts={factsOf(event)} />
      {event.headers[pastedHeader] === undefined ? null : <Badge tone="unknown">{t('pasted')}</Badge>}
    </>
  );
}

const recordsLinked = 12;

interface FactsProps extends Omit<EventPanelProps, 'onClose'> {
  facts: EventFacts;
}

function Facts({ client, event, facts, job }: FactsProps) {
  const t = useTranslations('events');
  const format = useFormatter();
  const env = client.environment.name;
  const { kind, traceIds, tableId, recordIds } = facts;
  const space = facts.spaceId ?? job?.space ?? null;
  const kindText = kind === null ? t('noKind') : `${kind.word} – ${t('kindFrom', { key: kind.key })}`;
  const received = <TimeText at={Date.parse(event.receivedAt)} look="moment" />;
  const traces = traceIds.map((traceId) => (
    <span key={traceId} className={styles.inline}>
      <span className="mono">{traceId}</span>
      <CopyButton text={traceId} label={`${t('trace')} ${traceId}`} />
      <Link to={paths.activity({ env }, { find: traceId })}>{t('request')}</Link>
    </span>
  ));
  const place = space !== null && tableId !== null ? { env, space, table: tableId } : null;
  const table = (
    <span className={styles.inline}>
      {place === null ? tableId : <Link to={paths.records(place)}>{job?.tableName || tableId}</Link>}
      {job?.tableName ? <span className="mono dim">{tableId}</span> : null}
    </span>
  );
  const shown = recordIds.slice(0, recordsLinked);
  const records = (
    <span className={styles.ids}>
      {shown.map((id) =>
        place === null ? (
          <span key={id}>{id}</span>
        ) : (
          <Link key={id} to={paths.records(place, { record: id })}>
            {id}
          </Link>
        ),
      )}
      {recordIds.length > shown.length ? t('recordsMore', { count: recordIds.length - shown.length }) : null}
    </span>
  );
  const jobs: ReactNode =
    job === null ? (
      <JobsOfRecords client={client} facts={facts} />
    ) : (
      <JobLink env={env} job={job} note={t('jobByTrace')} />
    );
  return (
    <DescriptionList
      items={[
        [t('received'), received],
        [t('kind'), facts.form === 'json' ? kindText : t(`form.${facts.form}`)],
        [t('job'), facts.form === 'json' ? jobs : null],
        [t('trace'), traceIds.length > 0 ? traces : null],
        [t('table'), tableId === null ? null : table],
        [t('records'), recordIds.length > 0 ? records : null],
        [t('contentType'), event.contentType || null],
        [t('size'), format.number(event.body.length)],
      ]}
    />
  );
}

function JobLink({ env, job, note }: { env: string; job: EventJob; note: string }) {
  const t = useTranslations('events');
  return (
    <span className={styles.job}>
      <Link to={paths.job({ env, id: job.id })}>{t('openJob', { table: job.tableName })}</Link>
      <span className="dim"> · {note}</span>
    </span>
  );
}

/** Without a trace id that is known here, jobs that write the same records may be meant. */
function JobsOfRecords({ client, facts }: { client: Client; facts: EventFacts }) {
  const t = useTranslations('events');
  const { tableId, recordIds } = facts;
  const { data: jobs = [] } = useQuery({
    queryKey: [client.environment.name, client.identity, 'jobs of records', tableId, recordIds.join(',')],
    queryFn: () => jobsByRecords(client, tableId, recordIds),
    enabled: recordIds.length > 0,
    staleTime: 0,
  });
  if (jobs.length === 0) return <span className="dim">{t('noJob')}</span>;
  return jobs.map((job) => <JobLink key={job.id} env={client.environment.name} job={job} note={t('jobByRecords')} />);
}

type View = 'tree' | 'raw' | 'headers';

function Body({ event, facts }: { event: ReceivedEvent; facts: EventFacts }) {
  const t = useTranslations('events');
  const views: View[] = facts.json === undefined ? ['raw', 'headers'] : ['tree', 'raw', 'headers'];
  const [chosen, setChosen] = useState<View>('tree');
  const view = views.includes(chosen) ? chosen : 'raw';
  return (
    <Tabs
      label={t('view')}
      value={view}
      onChange={setChosen}
      items={views.map((value) => ({ value, label: t(value) }))}
      className={styles.body}
    >
      {view === 'tree' ? (
        <JsonTree label={t('tree')} value={facts.json} numeralOf={numeralOf} openLevels={3} />
      ) : view === 'raw' ? (
        <Code text={event.body} label={t('copyRaw')} wrap />
      ) : (
        <Headers headers={event.headers} />
      )}
    </Tabs>
  );
}

function Headers({ headers }: { headers: ReceivedEvent['headers'] }) {
  const t = useTranslations('events');
  const entries = Object.entries(headers);
  if (entries.length === 0) return <p className="dim">{t('noHeaders')}</p>;
  return (
    <div className="mono">
      <DescriptionList items={entries} />
    </div>
  );
}
