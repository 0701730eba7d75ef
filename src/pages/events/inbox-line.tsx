import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import {
  eventsOptions,
  type InboxOwner,
  inboxFeed,
  inboxOptions,
  type LineState,
  NoInboxError,
} from '../../api/inbox/inbox';
import type { InboxReference } from '../../api/queries/inbox';
import { failingRead, queryClient } from '../../api/wire/query-client';
import type { Connection } from '../../credentials/connection';
import { joinSentences } from '../../texts/join-sentences';
import { ApiErrorNotice, ErrorNotice } from '../../ui/display/api-error-notice';
import { Badge, type Tone } from '../../ui/display/badge';
import { Notice } from '../../ui/display/notice';
import { Button, buttonClass, CopyButton } from '../../ui/form/button';
import { useNow } from '../../ui/hooks/use-time';
import { paths } from '../../url/paths';
import styles from './events-page.module.css';

/** The inbox of a connection: its address, its events, and how the line is. */
export function useInbox(connection: InboxOwner) {
  const opening = inboxOptions(connection);
  const inbox = useQuery(opening);
  const reference = inbox.data?.reference ?? null;
  const reading = eventsOptions(reference ?? nowhere);
  const events = useQuery({ ...reading, enabled: reference !== null });
  const failing = failingRead(queryClient, [
    { queryKey: opening.queryKey, result: inbox },
    { queryKey: reading.queryKey, result: events },
  ]);
  return { inbox, reference, events, failing, line: useLine(reference) };
}

const nowhere: InboxReference = { environment: '', inbox: '', token: '' };
const notYet: LineState = { state: 'connecting', message: null, retryAt: null };
const subscribeToNothing = () => () => {};

/** The line of an inbox; it is held open while it is shown. */
function useLine(reference: InboxReference | null): LineState {
  const feed = reference === null ? null : inboxFeed(reference);
  return useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, feed?.line ?? (() => notYet));
}

const tones: Record<LineState['state'], Tone> = { connecting: 'accent', live: 'good', broken: 'unknown' };

/** Whether what is on the page is all that arrived. */
export function LineBadge({ line }: { line: LineState }) {
  const t = useTranslations('events.line');
  return (
    <Badge role="status" tone={tones[line.state]} data-line={line.state}>
      {t(line.state)}
    </Badge>
  );
}

/** Reports that the connection is lost, why, and when it is retried. */
export function LineNotice({ line, onRetry }: { line: LineState; onRetry: () => void }) {
  const t = useTranslations('events');
  if (line.state !== 'broken') return null;
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('tryNow')}
    </Button>
  );
  return (
    <Notice strip tone="unknown" title={t('brokenTitle')} actions={retry}>
      {' '}
      {t('brokenText')} {line.message === null ? null : <span className="mono">{line.message}.</span>}{' '}
      {line.retryAt === null ? null : <NextTry at={line.retryAt} />}
    </Notice>
  );
}

function NextTry({ at }: { at: number }) {
  const t = useTranslations('events');
  const seconds = Math.max(0, Math.ceil((at - useNow(1000)) / 1000));
  return <span className="num">{t('nextTry', { seconds })}</span>;
}

/** Why the events cannot be shown, and the way out. */
export function InboxFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('events');
  const { env = '' } = useParams();
  if (!(error instanceof NoInboxError)) return <ApiErrorNotice error={error} onRetry={onRetry} />;
  return (
    <ErrorNotice
      look="refused"
      title={t('noInboxTitle')}
      happened={t('noInboxHappened')}
      means={t('noInboxMeans')}
      todo={t('noInboxTodo')}
      actions={
        <Link to={paths.provider({ env })} className={buttonClass()}>
          {t('toProvider')}
        </Link>
      }
    />
  );
}

/** The callback address, where to put it, and what it allows. */
export function AddressBar({ address, connection }: { address: string; connection: Connection }) {
  const t = useTranslations('events');
  const where = connection.client.environment.embedded
    ? t('addressEmbedded')
    : connection.via === 'provider'
      ? t('addressProvider')
      : t('addressCustomer');
  return (
    <section aria-label={t('address')} className={styles.address}>
      <h2>{t('address')}</h2>
      <div className={styles.addressLine}>
        <code title={address}>{address}</code>
        <CopyButton showLabel text={address} label={t('copyAddress')} />
      </div>
      <p>{joinSentences(where, t('addressRights'))}</p>
    </section>
  );
}
