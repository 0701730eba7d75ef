import { useDeferredValue, useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { inboxFeed } from '../../api/inbox/inbox';
import type { ReceivedEvent } from '../../contract/gateway';
import type { Connection } from '../../credentials/connection';
import { requireClient, useConnection } from '../../credentials/use-connection';
import { EmptyState } from '../../ui/display/empty-state';
import { RetryingNotice } from '../../ui/display/retrying-notice';
import { Skeleton } from '../../ui/display/skeleton';
import { VirtualTable } from '../../ui/display/virtual-table';
import { Button } from '../../ui/form/button';
import { useNow } from '../../ui/hooks/use-now';
import { BellIcon, SearchIcon } from '../../ui/icons/icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { SplitPane } from '../../ui/layout/split-pane';
import { Panel } from '../../ui/overlay/panel';
import { parseEventsSearch } from '../../url/page-search';
import { AddressBar } from './address-bar';
import { useEventColumns } from './event-columns';
import { factsOf } from './event-facts';
import { EventFilters, type EventSpan, sinceOf } from './event-filters';
import { useJobsByTrace } from './event-jobs';
import { EventPanel } from './event-panel';
import styles from './events-page.module.css';
import { ExportButton } from './export-button';
import { findEvents } from './find-events';
import { ImportEvent } from './import-event';
import { InboxFailed } from './inbox-failed';
import { LineBadge, LineNotice } from './line-notice';
import { useInbox } from './use-inbox';
import { WipeButton } from './wipe-button';

export async function loader({ params, request }: LoaderFunctionArgs) {
  await requireClient(params.env ?? '', request);
  return null;
}

/** The callback inbox of a connection, live. */
export function Component() {
  const connection = useConnection();
  // The key was forgotten while the page was open: the frame leads away.
  if (connection === null) return null;
  const { identity } = connection.client;
  return <Inbox key={`${identity} ${connection.via}`} connection={connection} />;
}

const nothing: readonly ReceivedEvent[] = [];

function Inbox({ connection }: { connection: Connection }) {
  const t = useTranslations('events');
  const { inbox, reference, events, failing, line } = useInbox(connection);
  const all = events.data?.events ?? nothing;
  const { search } = useLocation();
  const [find, setFind] = useState(() => parseEventsSearch(search).find);
  const [kind, setKind] = useState<string | null>(null);
  const [span, setSpan] = useState<EventSpan>('all');
  const now = useNow(30_000);
  const [selected, setSelected] = useState<number | null>(null);

  const searched = useDeferredValue(find);
  const since = sinceOf(span, now);
  const shown = useMemo(() => findEvents(all, { find: searched, kind, since }), [all, searched, kind, since]);
  const jobs = useJobsByTrace(connection.client, useTraces(shown));
  const columns = useEventColumns(jobs);
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
              <>
                {reference === null ? null : <ImportEvent client={connection.client} reference={reference} />}
                <ExportButton events={shown} environment={connection.client.environment.name} />
                <WipeButton
                  count={all.length}
                  wipe={async () => {
                    if (reference !== null) await inboxFeed(reference).wipe();
                    setSelected(null);
                  }}
                />
              </>
            }
          />
          {inbox.data ? <AddressBar address={inbox.data.address} connection={connection} /> : null}
          {all.length > 0 ? (
            <EventFilters
              events={all}
              find={find}
              kind={kind}
              span={span}
              onFind={setFind}
              onKind={setKind}
              onSpan={setSpan}
            />
          ) : null}
        </div>
        <LineNotice line={line} onRetry={() => reference !== null && inboxFeed(reference).retry()} />
        {failed ? (
          <div className={styles.whole}>
            <InboxFailed error={failed} onRetry={() => void (inbox.error ? inbox.refetch() : events.refetch())} />
          </div>
        ) : failing && events.data === undefined ? (
          <div className={styles.whole}>
            <RetryingNotice failing={failing} />
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
                      setSpan('all');
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
