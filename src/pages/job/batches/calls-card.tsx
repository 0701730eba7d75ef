import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { eventsOptions, type InboxOwner, inboxOptions } from '../../../api/inbox/inbox';
import type { InboxReference } from '../../../api/queries/inbox';
import type { ReceivedEvent } from '../../../contract/inbox';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { proofOfEvent } from '../../../jobs/proof/proof';
import { textKey } from '../../../jobs/table/row-reasons';
import type { JobRow } from '../../../storage/job-rows';
import { Badge } from '../../../ui/display/badge';
import { TimeText } from '../../../ui/display/time-text';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import { Card } from '../../../ui/layout/card';
import { paths } from '../../../url/paths';
import styles from './batches.module.css';
import { CallDetails, type EventOfCall } from './call-details';

const stateTones = {
  waiting: 'neutral',
  sending: 'accent',
  accepted: 'accent',
  unanswered: 'unknown',
  decided: 'neutral',
  'left-out': 'neutral',
} as const;

interface CallsCardProps {
  job: JobRow;
  calls: readonly CallSummary[];
  connection: InboxOwner;
}

/** The requests and callback events that belong to a job. */
export function CallsCard({ job, calls, connection }: CallsCardProps) {
  const t = useTranslations('jobs');
  const [selected, setSelected] = useState<number | null>(null);
  const events = useEventsOfCalls(connection);
  const sent = useMemo(() => calls.filter(({ state }) => state !== 'left-out'), [calls]);
  // Rows that are never sent do not count as a call.
  const places = useMemo(() => new Map(sent.map(({ number }, index) => [number, index + 1])), [sent]);
  const open = selected === null ? undefined : calls[selected - 1];
  const columns = useCallColumns(connection.client.environment.name, events, places);
  return (
    <Card title={t('callsTable')} note={t('callsNote', { calls: sent.length })} flush>
      <div className={styles.calls}>
        <VirtualTable
          label={t('callsTable')}
          rows={sent}
          rowKey={(call) => call.number}
          columns={columns}
          selected={selected}
          onSelect={(call) => setSelected(call.number)}
          onClose={() => setSelected(null)}
          empty={null}
        />
      </div>
      {open ? (
        <CallDetails
          key={open.number}
          job={job}
          call={open}
          place={places.get(open.number) ?? open.number}
          event={open.trace_id === null ? undefined : events.get(open.trace_id)}
          onClose={() => setSelected(null)}
        />
      ) : null}
    </Card>
  );
}

function useCallColumns(
  env: string,
  events: ReadonlyMap<string, EventOfCall>,
  places: ReadonlyMap<number, number>,
): VirtualColumn<CallSummary>[] {
  const t = useTranslations('jobs');
  const common = useTranslations('common');
  const format = useFormatter();
  return [
    {
      key: 'number',
      header: t('callNumber'),
      width: '70px',
      numeric: true,
      cell: ({ number }) => format.number(places.get(number) ?? number),
    },
    {
      key: 'state',
      header: t('stateColumn'),
      width: '110px',
      cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`callState.${textKey(state)}`)}</Badge>,
    },
    { key: 'rows', header: t('rows'), width: '64px', numeric: true, cell: ({ size }) => format.number(size) },
    {
      key: 'sent',
      header: t('sentAt'),
      width: '92px',
      cell: ({ sent_at }) => (sent_at === null ? null : <TimeText at={sent_at} />),
    },
    {
      key: 'took',
      header: t('duration'),
      width: '84px',
      numeric: true,
      cell: ({ sent_at, answered_at }) =>
        sent_at === null || answered_at === null ? null : common('milliseconds', { value: answered_at - sent_at }),
    },
    {
      key: 'answer',
      header: t('answer'),
      width: 'minmax(110px, 1fr)',
      cell: ({ failure, answered_at }) =>
        failure ? (
          <span title={failure.message}>
            {failure.code === null ? null : `${t('code', { code: String(failure.code) })} · `}
            {failure.message}
          </span>
        ) : answered_at === null ? null : (
          t('accepted')
        ),
    },
    {
      key: 'event',
      header: t('event'),
      width: '104px',
      from: 660,
      cell: ({ trace_id }) => {
        const event = trace_id === null ? undefined : events.get(trace_id);
        return event ? (
          <Link to={paths.events({ env }, { find: `#${event.id}` })}>
            <TimeText at={event.receivedAt} />
          </Link>
        ) : (
          <span className="dim">{t('noEvent')}</span>
        );
      },
    },
    {
      key: 'reads',
      header: t('readBacks'),
      width: '96px',
      from: 1000,
      cell: ({ reads, read_at }) => (
        <span className="num" title={read_at === null ? undefined : new Date(read_at).toLocaleTimeString()}>
          {format.number(reads)}
        </span>
      ),
    },
    {
      key: 'trace',
      header: t('trace'),
      width: 'minmax(120px, 200px)',
      from: 700,
      cell: ({ trace_id }) =>
        trace_id === null ? null : (
          <Link to={paths.activity({ env }, { find: trace_id })} className="mono">
            {trace_id}
          </Link>
        ),
    },
  ];
}

// An event never changes, and reading ten thousand of them again for each that arrives would be felt.
const traces = new WeakMap<ReceivedEvent, string | null>();

function traceOf(event: ReceivedEvent): string | null {
  const known = traces.get(event);
  if (known !== undefined) return known;
  const trace = proofOfEvent(event)?.trace_id ?? null;
  traces.set(event, trace);
  return trace;
}

/** Events of a connection's inbox that are results of calls, by the trace id of the call. */
function useEventsOfCalls(connection: InboxOwner): ReadonlyMap<string, EventOfCall> {
  const reference = useQuery(inboxOptions(connection)).data?.reference;
  const events = useQuery({ ...eventsOptions(reference ?? nowhere), enabled: reference !== undefined }).data?.events;
  return useMemo(() => {
    const found = new Map<string, EventOfCall>();
    for (const event of events ?? []) {
      const trace = traceOf(event);
      if (trace !== null) found.set(trace, { id: event.id, receivedAt: Date.parse(event.receivedAt) });
    }
    return found;
  }, [events]);
}

const nowhere: InboxReference = { environment: '', inbox: '', token: '' };
