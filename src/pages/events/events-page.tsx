import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { inboxFeed } from '../../api/inbox/inbox';
import type { ReceivedEvent } from '../../contract/inbox';
import type { Connection } from '../../credentials/connection';
import { useConnection } from '../../credentials/use-connection';
import { saveFile } from '../../transfer/out/sinks';
import { EmptyState } from '../../ui/display/notice';
import { RetryingNotice } from '../../ui/display/retrying-notice';
import { Skeleton } from '../../ui/display/skeleton';
import { VirtualTable } from '../../ui/display/virtual-table';
import { Button } from '../../ui/form/button';
import { Segmented } from '../../ui/form/select';
import { useNow } from '../../ui/hooks/use-time';
import { BellIcon, DownloadIcon, SearchIcon } from '../../ui/icons/icons';
import { TrashIcon } from '../../ui/icons/later-icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { SplitPane } from '../../ui/layout/split-pane';
import { useConfirm } from '../../ui/overlay/confirm';
import { Panel } from '../../ui/overlay/panel';
import { showToast } from '../../ui/overlay/toast';
import { parseFindSearch } from '../../url/paths';
import { useEventColumns } from './event-columns';
import { factsOf } from './event-facts';
import { useJobsByTrace } from './event-jobs';
import { EventPanel } from './event-panel';
import styles from './events-page.module.css';
import { EventFilters, type EventSpan, findEvents, sinceOf } from './find-events';
import { ImportEvent } from './import-event';
import { AddressBar, InboxFailed, LineBadge, LineNotice, useInbox } from './inbox-line';
import { OutgoingList, OutgoingPanel, useOutgoing } from './outgoing-list';

export { keyLoader as loader } from '../../credentials/use-connection';

/** The callback inbox of a connection, live. */
export function Component() {
  const connection = useConnection();
  // The key was forgotten while the page was open: the frame leads away.
  if (connection === null) return null;
  const { identity } = connection.client;
  return <Inbox key={`${identity} ${connection.via}`} connection={connection} />;
}

const nothing: readonly ReceivedEvent[] = [];
type Direction = 'incoming' | 'outgoing';

function Inbox({ connection }: { connection: Connection }) {
  const t = useTranslations('events');
  const { inbox, reference, events, failing, line } = useInbox(connection);
  const all = events.data?.events ?? nothing;
  const { search, hash } = useLocation();
  const [find, setFind] = useState(() => parseFindSearch(search).find);
  const [kind, setKind] = useState<string | null>(null);
  const [span, setSpan] = useState<EventSpan>('all');
  const now = useNow(30_000);
  const [selected, setSelected] = useState<number | null>(null);
  const { name: env, embedded } = connection.client.environment;
  const [direction, setDirection] = useState<Direction>(embedded && hash === '#outgoing' ? 'outgoing' : 'incoming');
  const isOutgoing = direction === 'outgoing';
  const outgoing = useOutgoing(reference, isOutgoing);
  const delivery = isOutgoing ? outgoing.data?.deliveries.find(({ id }) => id === selected) : undefined;

  function show(next: Direction, id: number | null) {
    setDirection(next);
    setSelected(id);
  }

  const searched = useDeferredValue(find);
  const since = sinceOf(span, now);
  const shown = useMemo(() => findEvents(all, { find: searched, kind, since }), [all, searched, kind, since]);
  const jobs = useJobsByTrace(connection.client, useTraces(shown));
  const columns = useEventColumns(jobs);
  const failed = inbox.error ?? (events.data === undefined ? events.error : null);

  const side = () => {
    if (selected === null) return null;
    const close = () => setSelected(null);
    if (isOutgoing) {
      return delivery ? (
        <OutgoingPanel delivery={delivery} events={all} onEvent={(id) => show('incoming', id)} onClose={close} />
      ) : null;
    }
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
              isOutgoing ? null : (
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
              )
            }
          />
          {inbox.data ? <AddressBar address={inbox.data.address} connection={connection} /> : null}
          {embedded ? (
            <Segmented<Direction>
              label={t('direction')}
              value={direction}
              onChange={(next) => show(next, null)}
              options={[
                { value: 'incoming', label: t('incoming') },
                { value: 'outgoing', label: t('outgoing.tab') },
              ]}
            />
          ) : null}
          {all.length > 0 && !isOutgoing ? (
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
        {isOutgoing ? (
          <OutgoingList outgoing={outgoing} env={env} selected={selected} onSelect={setSelected} />
        ) : failed ? (
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

/** Jobs are looked up for this many of the latest events. */
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

interface ExportButtonProps {
  /** Those that the list shows. */
  events: readonly ReceivedEvent[];
  environment: string;
}

/** The events of the list as one JSON file, each as stored: number, time, headers, and the exact body. */
export function ExportButton({ events, environment }: ExportButtonProps) {
  const t = useTranslations('events');

  function save() {
    const time = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
    saveFile(new Blob([exportedEvents(events)], { type: 'application/json' }), `events-${environment}-${time}.json`);
  }

  return (
    <Button icon={<DownloadIcon />} onClick={save} disabledReason={events.length === 0 && t('nothingToExport')}>
      {t('export', { count: events.length })}
    </Button>
  );
}

/** One event on each line, so that a file of thousands can be read by a person and a program. */
export function exportedEvents(events: readonly ReceivedEvent[]): string {
  return `[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]\n`;
}

/** Deletes every event after a confirmation. */
export function WipeButton({ count, wipe }: { count: number; wipe: () => Promise<void> }) {
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
