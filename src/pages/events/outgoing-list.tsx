import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { type InboxReference, outgoingOptions } from '../../api/queries/inbox';
import type { OutgoingDelivery, ReceivedEvent } from '../../contract/inbox';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Badge, type Tone } from '../../ui/display/badge';
import { DescriptionList } from '../../ui/display/description-list';
import { EmptyState, Notice } from '../../ui/display/notice';
import { Skeleton } from '../../ui/display/skeleton';
import { TimeText } from '../../ui/display/time-text';
import { type VirtualColumn, VirtualTable } from '../../ui/display/virtual-table';
import { Button, buttonClass } from '../../ui/form/button';
import { SendIcon } from '../../ui/icons/later-icons';
import { Panel } from '../../ui/overlay/panel';
import { paths } from '../../url/paths';
import { factsOf } from './event-facts';
import styles from './events-page.module.css';

/** What changes at the gateway is looked at so often while it is shown. */
const lookMs = 2000;
const nothing: readonly OutgoingDelivery[] = [];

/** Deliveries to the callback address of an inbox. @param shown whether they are on the page */
export function useOutgoing(reference: InboxReference | null, shown: boolean) {
  const options = outgoingOptions(reference ?? { environment: '', inbox: '', token: '' });
  return useQuery({ ...options, enabled: shown && reference !== null, refetchInterval: lookMs });
}

interface OutgoingListProps {
  outgoing: ReturnType<typeof useOutgoing>;
  env: string;
  selected: number | null;
  onSelect: (id: number | null) => void;
}

/** Events of the embedded service that were sent on to its callback address, newest first. */
export function OutgoingList({ outgoing, env, selected, onSelect }: OutgoingListProps) {
  const t = useTranslations('events.outgoing');
  const columns = useColumns();
  if (outgoing.error && outgoing.data === undefined) {
    return (
      <div className={styles.whole}>
        <ApiErrorNotice error={outgoing.error} onRetry={() => void outgoing.refetch()} />
      </div>
    );
  }
  if (outgoing.data === undefined) {
    return (
      <div className={styles.whole}>
        <Skeleton look="rows" rows={8} />
      </div>
    );
  }
  const empty = (
    <EmptyState
      icon={<SendIcon size={22} />}
      title={t('emptyTitle')}
      text={t('emptyText')}
      actions={
        <Link to={paths.service({ env })} className={buttonClass()}>
          {t('toService')}
        </Link>
      }
    />
  );
  const { deliveries = nothing } = outgoing.data;
  if (deliveries.length === 0) return <div className={styles.empty}>{empty}</div>;
  return (
    <VirtualTable
      label={t('list')}
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={columns}
      selected={selected}
      onSelect={({ id }) => onSelect(id)}
      onClose={() => onSelect(null)}
      empty={empty}
    />
  );
}

function useColumns(): readonly VirtualColumn<OutgoingDelivery>[] {
  const t = useTranslations('events.outgoing');
  const format = useFormatter();
  return [
    {
      key: 'created',
      header: t('created'),
      width: '190px',
      cell: ({ createdAt }) => <TimeText at={Date.parse(createdAt)} look="moment" />,
    },
    { key: 'state', header: t('state'), width: '112px', cell: (delivery) => <StateBadge delivery={delivery} /> },
    {
      key: 'result',
      header: t('result'),
      width: 'minmax(140px, 1fr)',
      from: 480,
      cell: (delivery) => <Result delivery={delivery} />,
    },
    {
      key: 'address',
      header: t('address'),
      width: 'minmax(160px, 2fr)',
      from: 720,
      cell: ({ url }) => <span className="mono mid">{url === null ? t('notYet') : new URL(url).host}</span>,
    },
    {
      key: 'next',
      header: t('nextAttempt'),
      width: '150px',
      from: 940,
      cell: ({ nextAt }) => (nextAt === null ? null : <TimeText at={Date.parse(nextAt)} look="ago" />),
    },
    {
      key: 'attempts',
      header: t('attempts'),
      width: '104px',
      from: 600,
      numeric: true,
      cell: ({ attempts }) => format.number(attempts),
    },
  ];
}

const tones: Record<OutgoingDelivery['state'], Tone> = { waiting: 'staged', delivered: 'good', 'given-up': 'bad' };

function StateBadge({ delivery: { state } }: { delivery: OutgoingDelivery }) {
  const t = useTranslations('events.outgoing.states');
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}

/** What the last attempt came to. */
function Result({ delivery: { problem, status } }: { delivery: OutgoingDelivery }) {
  const t = useTranslations('events.outgoing');
  if (problem !== null) return t(`problems.${problem}`, { status: status ?? 0 });
  return status === null ? null : t('status', { status });
}

interface OutgoingPanelProps {
  delivery: OutgoingDelivery;
  /** Those that are in the inbox. */
  events: readonly ReceivedEvent[];
  onEvent: (id: number) => void;
  onClose: () => void;
}

/** One delivery: where it goes, how it went, and the event that it carries. */
export function OutgoingPanel({ delivery, events, onEvent, onClose }: OutgoingPanelProps) {
  const t = useTranslations('events.outgoing');
  const ofEvents = useTranslations('events');
  const format = useFormatter();
  const { id, createdAt, traceId, url, attempts, triedAt, nextAt, problem } = delivery;
  const event = traceId === null ? undefined : events.find((one) => factsOf(one).traceIds.includes(traceId));
  const time = (at: string | null) => (at === null ? null : <TimeText at={Date.parse(at)} look="moment" />);
  const sentTo = url === null ? t('notYet') : <span className="mono">{url}</span>;
  const trace = traceId === null ? null : <span className="mono">{traceId}</span>;
  const result = <Result delivery={delivery} />;
  return (
    <Panel title={t('delivery', { number: id })} note={<StateBadge delivery={delivery} />} onClose={onClose}>
      <div className={styles.delivery}>
        {problem === null ? null : <Notice>{t(`explained.${problem}`)}</Notice>}
        <DescriptionList
          items={[
            [t('created'), time(createdAt)],
            [t('address'), sentTo],
            [t('attempts'), format.number(attempts)],
            [t('lastAttempt'), time(triedAt)],
            [t('result'), attempts === 0 ? null : result],
            [t('nextAttempt'), time(nextAt)],
            [ofEvents('trace'), trace],
          ]}
        />
        {event === undefined ? (
          <p className="dim">{t('noEvent')}</p>
        ) : (
          <div>
            <Button onClick={() => onEvent(event.id)}>{t('showEvent')}</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
