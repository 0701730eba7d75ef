import { useDeferredValue, useMemo, useState } from 'react';
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { inboxFeed } from '../../api/inbox';
import type { ReceivedEvent } from '../../contract/gateway';
import { type Connection, requireClient, useConnection } from '../../credentials/connection';
import { ApiErrorNotice } from '../../ui/api-error-notice';
import { Button } from '../../ui/button';
import { useConfirm } from '../../ui/confirm';
import { EmptyState } from '../../ui/empty-state';
import { BellIcon, SearchIcon, TrashIcon } from '../../ui/icons';
import { Page, PageHeader } from '../../ui/page';
import { Select } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { Panel, SplitPane } from '../../ui/split-pane';
import { SearchField } from '../../ui/text-field';
import { TimeText } from '../../ui/time-text';
import { showToast } from '../../ui/toast';
import { type VirtualColumn, VirtualTable } from '../../ui/virtual-table';
import { paths } from '../../url/paths';
import { AddressBar } from './address-bar';
import { factsOf } from './event-facts';
import { type EventJob, useJobsByTrace } from './event-jobs';
import { EventPanel } from './event-panel';
import styles from './events-page.module.css';
import { findEvents, kindsOf } from './find-events';
import { KindBadge } from './kind-badge';
import { LineBadge, LineNotice } from './line-notice';
import { ResultBadges } from './update-result';
import { useInbox } from './use-inbox';

export async function loader({ params, request }: LoaderFunctionArgs) {
  await requireClient(params.env ?? '', request);
  return null;
}

/** The callback inbox of a connection, live. */
export function Component() {
  const connection = useConnection();
  const { env = '' } = useParams();
  // The key was forgotten while the page was open.
  if (connection === null) return <Navigate to={paths.connect({ environment: env })} replace />;
  const { identity } = connection.client;
  return <Inbox key={`${identity} ${connection.via}`} connection={connection} />;
}

const nothing: readonly ReceivedEvent[] = [];

function Inbox({ connection }: { connection: Connection }) {
  const t = useTranslations('events');
  const { inbox, reference, events, line } = useInbox(connection);
  const all = events.data?.events ?? nothing;
  const [find, setFind] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const [selected, setSelected] = useState<number | null>(null);

  const searched = useDeferredValue(find);
  const shown = useMemo(() => findEvents(all, { find: searched, kind }), [all, searched, kind]);
  const jobs = useJobsByTrace(connection.client, useTraces(shown));
  const columns = useColumns(jobs);
  const failed = inbox.error ?? (events.data === undefined ? events.error : null);

  const side = () => {
    if (selected === null) return null;
    const close = () => setSelected(null);
    const event = all.find(({ id }) => id === selected);
    if (event === undefined) return <GoneEvent number={selected} onClose={close} />;
    const job =
      factsOf(event)
        .traceIds.map((traceId) => jobs.get(traceId))
        .find(Boolean) ?? null;
    return <EventPanel key={event.id} client={connection.client} event={event} job={job} onClose={close} />;
  };

  return (
    <Page look="fill">
      <SplitPane sideLabel={t('list')} width={480} side={side()}>
        <div className={styles.top}>
          <PageHeader
            title={t('title')}
            note={reference === null ? null : <LineBadge line={line} />}
            text={t('text')}
            actions={
              <WipeButton
                count={all.length}
                wipe={async () => {
                  if (reference !== null) await inboxFeed(reference).wipe();
                  setSelected(null);
                }}
              />
            }
          />
          {inbox.data ? <AddressBar address={inbox.data.address} connection={connection} /> : null}
          {all.length > 0 ? <Filters events={all} find={find} kind={kind} onFind={setFind} onKind={setKind} /> : null}
        </div>
        <LineNotice line={line} onRetry={() => reference !== null && inboxFeed(reference).retry()} />
        {failed ? (
          <div className={styles.whole}>
            <ApiErrorNotice error={failed} onRetry={() => void (inbox.error ? inbox.refetch() : events.refetch())} />
          </div>
        ) : events.data === undefined ? (
          <div className={styles.whole}>
            <Skeleton look="rows" rows={8} />
          </div>
        ) : all.length === 0 ? (
          <div className={styles.empty}>
            <EmptyState icon={<BellIcon size={22} />} title={t('emptyTitle')} text={t('emptyText')} />
          </div>
        ) : (
          <VirtualTable
            label={t('list')}
            rows={shown}
            rowKey={(event) => event.id}
            columns={columns}
            selected={selected}
            onSelect={(event) => setSelected(event.id)}
            onClose={() => setSelected(null)}
            empty={
              <EmptyState
                icon={<SearchIcon size={22} />}
                title={t('noneTitle')}
                text={t('noneText', { count: all.length })}
                actions={
                  <Button
                    onClick={() => {
                      setFind('');
                      setKind(null);
                    }}
                  >
                    {t('showAll')}
                  </Button>
                }
              />
            }
          />
        )}
      </SplitPane>
    </Page>
  );
}

/** Jobs are looked up for so many of the latest events. */
const eventsLookedUp = 1000;

function useTraces(shown: readonly ReceivedEvent[]): string[] {
  return useMemo(() => shown.slice(0, eventsLookedUp).flatMap((event) => [...factsOf(event).traceIds]), [shown]);
}

function GoneEvent({ number, onClose }: { number: number; onClose: () => void }) {
  const t = useTranslations('events');
  return (
    <Panel title={t('gone', { number })} onClose={onClose}>
      {t('goneText')}
    </Panel>
  );
}

/** Deletes every event, after a question. */
function WipeButton({ count, wipe }: { count: number; wipe: () => Promise<void> }) {
  const t = useTranslations('events');
  const confirm = useConfirm();

  async function ask() {
    const question = { title: t('wipeTitle'), text: t('wipeText', { count }), action: t('wipeAction', { count }) };
    if (!(await confirm({ ...question, danger: true }))) return;
    try {
      await wipe();
      showToast({ kind: 'good', title: t('wiped') });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ kind: 'bad', title: t('wipeFailed'), text });
    }
  }

  return (
    <Button icon={<TrashIcon />} onClick={ask} disabledReason={count === 0 ? t('nothingToWipe') : null}>
      {t('wipe')}
    </Button>
  );
}

interface FiltersProps {
  events: readonly ReceivedEvent[];
  find: string;
  kind: string | null;
  onFind: (find: string) => void;
  onKind: (kind: string | null) => void;
}

const allKinds = 'all';

function Filters({ events, find, kind, onFind, onKind }: FiltersProps) {
  const t = useTranslations('events');
  const kinds = useMemo(() => kindsOf(events), [events]);
  const options = kinds.map(({ name, facts, count }) => {
    const word = facts.kind === null ? t(`form.${facts.form}`) : facts.kind.word;
    return { value: name, label: t('kindOption', { name: word, count }) };
  });
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('find')}
        hideLabel
        placeholder={t('findHint')}
        value={find}
        onChange={onFind}
        className={styles.find}
      />
      <Select
        label={t('kind')}
        hideLabel
        value={kind ?? allKinds}
        onChange={(value) => onKind(value === allKinds ? null : value)}
        options={[{ value: allKinds, label: t('allKinds', { count: events.length }) }, ...options]}
        className={styles.kind}
      />
    </div>
  );
}

function useColumns(jobs: ReadonlyMap<string, EventJob>): readonly VirtualColumn<ReceivedEvent>[] {
  const t = useTranslations('events');
  const format = useFormatter();
  return [
    { key: 'number', header: t('number'), width: '72px', cell: ({ id }) => <span className="num dim">{id}</span> },
    {
      key: 'received',
      header: t('received'),
      width: '190px',
      cell: ({ receivedAt }) => <TimeText at={Date.parse(receivedAt)} look="moment" />,
    },
    {
      key: 'kind',
      header: t('kind'),
      width: 'minmax(150px, 1fr)',
      cell: (event) => <KindBadge facts={factsOf(event)} />,
    },
    {
      key: 'result',
      header: t('result'),
      width: 'minmax(120px, 0.8fr)',
      from: 620,
      cell: (event) => {
        const { update } = factsOf(event);
        if (update === null) return null;
        return (
          <span className={styles.badges}>
            <ResultBadges written={update.success.length} refused={update.fail.length} />
          </span>
        );
      },
    },
    {
      key: 'job',
      header: t('job'),
      width: 'minmax(120px, 1fr)',
      from: 760,
      cell: (event) => {
        const job = factsOf(event)
          .traceIds.map((traceId) => jobs.get(traceId))
          .find(Boolean);
        return job ? t('openJob', { table: job.tableName }) : null;
      },
    },
    {
      key: 'trace',
      header: t('trace'),
      width: '180px',
      from: 940,
      cell: (event) => <span className="mono mid">{factsOf(event).traceIds[0]}</span>,
    },
    {
      key: 'size',
      header: t('size'),
      width: '104px',
      numeric: true,
      cell: ({ body }) => format.number(body.length),
    },
  ];
}
