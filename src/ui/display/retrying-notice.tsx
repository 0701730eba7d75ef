import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, RequestLink } from '../form/button';
import { useNow } from '../hooks/use-time';
import { RefreshIcon } from '../icons/icons';
import { ErrorNotice, isFailedCall, sentencesOf, useReason } from './api-error-notice';
import { Notice } from './notice';
import styles from './retrying-notice.module.css';

/** A read that has failed and is retried automatically. */
export interface Retrying {
  error: unknown;
  /** Epoch milliseconds of the next try; in the past or 0: it is under way. */
  retryAt(): number;
  /** The platform asked all requests to wait: none is sent sooner. */
  mustWait: boolean;
  tryNow(): void;
}

interface RetryingNoticeProps {
  /** Null: nothing is shown. */
  failing: Retrying | null;
  /**
   * `whole` in place of what is being read; `line` where there is little room; `kept` beside what was read before, over the end of it; `below` from edge
   * to edge below it.
   */
  look?: 'whole' | 'line' | 'kept' | 'below';
  /** With `line`: what could not be read, in place of what kind of failure it is. */
  about?: string;
}

/** Reports at once that a read failed, the error, and the next retry: until then nothing is final. */
export function RetryingNotice({ failing, look = 'whole', about }: RetryingNoticeProps) {
  return failing ? <RetryingText failing={failing} look={look} about={about} /> : null;
}

function RetryingText({ failing, look, about }: RetryingNoticeProps & { failing: Retrying }) {
  const t = useTranslations('errors');
  const common = useTranslations('common');
  const reason = useReason();
  const call = isFailedCall(failing.error) ? failing.error : null;
  const title = t(`${call ? sentencesOf(call) : 'unexpected'}.title`);
  if (look === 'whole') {
    return (
      <ErrorNotice
        look="retrying"
        title={title}
        happened={t(`${call ? sentencesOf(call) : 'unexpected'}.happened`)}
        todo={<NextTry failing={failing} />}
        operation={call?.operation}
        code={call?.code}
        message={call ? reason(call) : String(failing.error)}
        traceId={call?.traceId}
        status={call?.status}
        actions={
          <>
            <TryNow failing={failing} />
            <RequestLink request={call?.request} />
          </>
        }
      />
    );
  }
  const notice = (
    <Notice
      tone="unknown"
      strip={look === 'below' ? 'below' : false}
      title={look === 'line' ? (about ?? title) : t('retrying.kept')}
      actions={
        <>
          <TryNow failing={failing} small />
          {look === 'line' ? null : <RequestLink request={call?.request} size="small" />}
        </>
      }
    >
      {' '}
      {look === 'line' && about === undefined ? null : title + common('colon')}
      <Answered error={failing.error} /> · <NextTry failing={failing} />
    </Notice>
  );
  return look === 'kept' ? <div className={styles.kept}>{notice}</div> : notice;
}

interface WaitingNoticeProps {
  /** Epoch milliseconds. */
  until: number;
  resume: () => void;
  strip?: boolean;
}

/** Requests wait, as the platform asked for it: until when, and a way not to. */
export function WaitingNotice({ until, resume, strip }: WaitingNoticeProps) {
  const t = useTranslations('errors');
  return (
    <Notice
      tone="staged"
      strip={strip}
      title={t('busy.title')}
      actions={
        <Button size="small" onClick={resume}>
          {t('retrying.tryNow')}
        </Button>
      }
    >
      {' '}
      {t('retrying.waiting')} · <NextTry failing={{ retryAt: () => until }} />
    </Notice>
  );
}

/** What answered, in one line: status, code, message and trace id. */
export function Answered({ error }: { error: unknown }) {
  const t = useTranslations('errors.retrying');
  const common = useTranslations('common');
  const reason = useReason();
  const parts = isFailedCall(error)
    ? [
        error.status && error.status !== 200 ? t('http', { status: String(error.status) }) : null,
        error.code,
        reason(error),
        error.traceId ? common('traceId', { traceId: error.traceId }) : null,
      ]
    : [String(error)];
  return (
    <span className="mono">
      {parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ')}
    </span>
  );
}

/** How often the clock is looked at. */
const lookMs = 250;

/** A countdown to the next retry. Screen readers announce the retry once, not every second. */
export function NextTry({ failing }: { failing: Pick<Retrying, 'retryAt'> }) {
  const t = useTranslations('errors.retrying');
  const left = Math.ceil((failing.retryAt() - useNow(lookMs)) / 1000);
  const [minutes, seconds] = [Math.floor(left / 60), left % 60];
  return (
    <span className={styles.next}>
      <span className="visually-hidden">{t('automatic')}</span>
      <span aria-hidden="true" className="num">
        {left <= 0 ? t('now') : minutes > 0 ? t('minutes', { minutes, seconds }) : t('seconds', { seconds })}
      </span>
    </span>
  );
}

/** Has it tried at once; not while a try is under way, nor before the platform takes requests again. */
export function TryNow({ failing, small = false }: { failing: Retrying; small?: boolean }) {
  const t = useTranslations('errors.retrying');
  const trying = failing.retryAt() <= useNow(lookMs);
  return (
    <Button
      size={small ? 'small' : 'normal'}
      icon={small ? undefined : <RefreshIcon />}
      busy={trying}
      disabledReason={failing.mustWait && !trying && t('mustWait')}
      onClick={failing.tryNow}
    >
      {t('tryNow')}
    </Button>
  );
}

interface StaleNoticeProps {
  error: unknown;
  onRetry: () => void;
  /** What it is that is shown; in general where left out. */
  title?: string;
  /** Runs from edge to edge, above what it is about or `below` it. */
  strip?: boolean | 'below';
  actions?: ReactNode;
}

/** Beside previously loaded content: its reload failed, and it is unchanged. */
export function StaleNotice({ error, onRetry, title, strip, actions }: StaleNoticeProps) {
  const t = useTranslations('errors');
  const common = useTranslations('common');
  const reason = useReason();
  const call = isFailedCall(error) ? error : null;
  const details = call
    ? [call.code, reason(call), call.traceId && common('traceId', { traceId: call.traceId })]
    : [error instanceof Error ? error.message : String(error)];
  return (
    <Notice
      tone="bad"
      strip={strip}
      title={title ?? t('kept')}
      actions={
        <>
          {actions}
          <Button size="small" onClick={onRetry}>
            {common('retry')}
          </Button>
          <RequestLink request={call?.request} size="small" />
        </>
      }
    >
      {' '}
      {call ? `${t(`${sentencesOf(call)}.title`)}${common('colon')}` : null}
      <span className="mono">
        {details.filter((part) => part !== null && part !== undefined && part !== '').join(' · ')}
      </span>
    </Notice>
  );
}
