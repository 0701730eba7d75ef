import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { formatJson } from '../../../contract/json';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { bodyOf } from '../../../jobs/plan/plan';
import { database } from '../../../storage/database';
import type { JobRow } from '../../../storage/job-rows';
import { readPayload } from '../../../storage/stored-jobs';
import { Code } from '../../../ui/display/code';
import { DescriptionList } from '../../../ui/display/description-list';
import { TimeText } from '../../../ui/display/time-text';
import { Button, CopyButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { Dialog } from '../../../ui/overlay/dialog';
import { paths } from '../../../url/paths';
import styles from '../job.module.css';

/** The event that reported a call. */
export interface EventOfCall {
  id: number;
  /** Epoch milliseconds, by the gateway's clock. */
  receivedAt: number;
}

interface CallDetailsProps {
  job: JobRow;
  call: CallSummary;
  /** Among the calls that are sent, from 1. */
  place: number;
  event: EventOfCall | undefined;
  onClose(): void;
}

/** Everything known of one call: its answer in full, its request and event, and what it sent. */
export function CallDetails({ job, call, place, event, onClose }: CallDetailsProps) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const env = job.environment;
  const { failure, trace_id, answered_at, sent_at } = call;
  const [body, setBody] = useState<string | null>(null);
  const answer = failure
    ? [failure.code === null ? null : t('code', { code: String(failure.code) }), failure.message]
        .filter(Boolean)
        .join(' · ')
    : answered_at === null
      ? t('notAnswered')
      : t('accepted');

  async function showBody() {
    const payload = readPayload(await database.payloads.get([job.id, call.number]));
    if (!payload) {
      setBody(t('rowUnreadable'));
      return;
    }
    setBody(formatJson(bodyOf(job, payload), 2));
  }

  return (
    <Dialog open onClose={onClose} title={t('callDetails', { number: place })}>
      <DescriptionList
        items={[
          [t('answerFull'), <span key="answer">{answer}</span>],
          [t('status'), failure?.status ? String(failure.status) : null],
          [t('sentAt'), sent_at === null ? null : <TimeText key="sent" at={sent_at} look="moment" />],
          [t('attempts'), format.number(call.attempts)],
          [t('trace'), trace_id === null ? null : <TraceLink key="trace" env={env} traceId={trace_id} />],
          [
            t('event'),
            event ? (
              <Link key="event" to={paths.events({ env }, { find: `#${event.id}` })}>
                <TimeText at={event.receivedAt} look="moment" />
              </Link>
            ) : (
              t('noEvent')
            ),
          ],
          [t('readBacks'), format.number(call.reads)],
          [
            t('hash'),
            call.hash === '' ? null : (
              <span key="hash" className="mono">
                {call.hash}
              </span>
            ),
          ],
        ]}
      />
      <div className={styles.fields}>
        {body === null ? (
          <Button size="small" onClick={() => void showBody()}>
            {t('showBody')}
          </Button>
        ) : (
          <Code label={t('sentBody')} text={body} maxHeight="medium" wrap />
        )}
      </div>
    </Dialog>
  );
}

/** A trace id, which leads to its requests. */
export function TraceLink({ env, traceId }: { env: string; traceId: string }) {
  const t = useTranslations('jobs');
  return (
    <span className={classNames('mono', styles.traceLink)}>
      <Link to={paths.activity({ env }, { find: traceId })}>{traceId}</Link>
      <CopyButton text={traceId} label={t('trace')} />
    </span>
  );
}
