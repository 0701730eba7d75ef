import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, CopyButton, RequestLink } from '../form/button';
import { classNames } from '../hooks/class-names';
import { ClockIcon, ErrorIcon, LockIcon, RefreshIcon } from '../icons/icons';
import styles from './error-notice.module.css';

/** What the transport reports of a failed call; the shape that every API error has. */
export interface FailedCall extends Reported {
  kind: 'no-answer' | 'malformed' | 'system' | 'business';
  operation?: string;
  code?: number | null;
  traceId?: string | null;
  status?: number | null;
  /** Its number in the activity of this session. */
  request?: number | null;
}

interface ApiErrorNoticeProps {
  /** Anything thrown: a failed call is described by its kind and code, everything else as an error of the console. */
  error: unknown;
  /** The call would have changed data: then "nothing was changed" is not claimed lightly. */
  write?: boolean;
  /** Offers *Try again*. */
  onRetry?: () => void;
  actions?: ReactNode;
}

/** A failed call in sentences: what happened, what it means for the data, what to do. */
export function ApiErrorNotice({ error, write = false, onRetry, actions }: ApiErrorNoticeProps) {
  const t = useTranslations('errors');
  const common = useTranslations('common');
  const reason = useReason();
  const buttons = (
    <>
      {onRetry ? (
        <Button icon={<RefreshIcon />} onClick={onRetry}>
          {common('retry')}
        </Button>
      ) : null}
      {actions}
    </>
  );
  if (!isFailedCall(error)) {
    return (
      <ErrorNotice
        title={t('unexpected.title')}
        happened={t('unexpected.happened')}
        means={t('unexpected.means')}
        todo={t('unexpected.todo')}
        message={error instanceof Error ? error.message : String(error)}
        actions={buttons}
      />
    );
  }
  const key = sentencesOf(error);
  return (
    <ErrorNotice
      title={t(`${key}.title`)}
      happened={t(`${key}.happened`)}
      means={t(`${key}.${write ? 'write' : 'read'}`)}
      todo={t(`${key}.todo`)}
      look={key === 'keyRefused' ? 'refused' : 'failed'}
      operation={error.operation}
      code={error.code}
      message={reason(error)}
      traceId={error.traceId}
      status={error.status}
      actions={
        <>
          {buttons}
          <RequestLink request={error.request} />
        </>
      }
    />
  );
}

type ErrorTexts =
  | 'noAnswer'
  | 'malformed'
  | 'samePage'
  | 'busy'
  | 'system'
  | 'business'
  | 'keyRefused'
  | 'parameter'
  | 'gone';

// Codes known from the field notes; every other code is described by its kind.
const knownCodes: Record<number, ErrorTexts> = { 100: 'keyRefused', 502: 'parameter', 3500002: 'gone' };
const tooManyRequests = 429;
const kinds: Record<FailedCall['kind'], ErrorTexts> = {
  'no-answer': 'noAnswer',
  malformed: 'malformed',
  system: 'system',
  business: 'business',
};

/** Whether the platform refused the key: then only another key helps, and the page shows the way to it. */
export function isKeyRefused(error: unknown): boolean {
  return isFailedCall(error) && sentencesOf(error) === 'keyRefused';
}

/** Which `errors` texts describe a failed call. The platform's response to too many requests was not seen (field notes): by HTTP it is status 429. */
export function sentencesOf(error: FailedCall): ErrorTexts {
  if (error.fault === 'samePage') return 'samePage';
  return knownCodes[error.code ?? 0] ?? (error.status === tooManyRequests ? 'busy' : kinds[error.kind]);
}

/** Whether something thrown has the shape of a failed call. */
export function isFailedCall(error: unknown): error is FailedCall {
  return typeof error === 'object' && error !== null && 'kind' in error && String(error.kind) in kinds;
}

/** A failure in one line: its kind in the user's language, and the platform's message unchanged. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('errors');
  const common = useTranslations('common');
  const reason = useReason();
  return (error) => {
    if (!isFailedCall(error)) return error instanceof Error ? error.message : String(error);
    const title = t(`${sentencesOf(error)}.title`);
    // The browser's or gateway's reason of a lost connection is for the details: it is not translated.
    if (error.kind === 'no-answer') return title;
    return [title, reason(error)].filter(Boolean).join(common('colon'));
  };
}

/** The reason of a failed call. */
export interface Reported {
  message?: string;
  /** Why there is no answer, or none that is one; then `message` is the console's or the browser's own. */
  fault?: 'empty' | 'notJson' | 'notEnvelope' | 'noCode' | 'noMessage' | 'samePage' | 'broke' | 'late' | null;
}

/** The platform's message unchanged, the console's in the user's language. */
export function useReason(): (error: Reported) => string {
  const t = useTranslations('errors.answer');
  return ({ message, fault }) => (fault ? t(fault) : (message ?? ''));
}

interface ErrorFacts {
  operation?: string | null;
  code?: number | string | null;
  message?: string | null;
  traceId?: string | null;
  /** HTTP status, if it adds to the code. */
  status?: number | null;
}

export interface ErrorNoticeProps extends ErrorFacts {
  title: string;
  /** What happened. */
  happened: ReactNode;
  /** What it means for the data. */
  means?: ReactNode;
  /** What to do. */
  todo?: ReactNode;
  /** `refused` for a key or right that is lacking, `retrying` while nothing is final yet, else a failure. */
  look?: 'failed' | 'refused' | 'retrying';
  /** Buttons that do what the text advises. */
  actions?: ReactNode;
}

const icons = { failed: ErrorIcon, refused: LockIcon, retrying: ClockIcon };

/** An error: what happened, what it means for one's data, what to do; with the facts to copy. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { title, happened, means, todo, look = 'failed', actions } = props;
  const facts = useFacts(props);
  const Icon = icons[look];
  return (
    <section
      role={look === 'retrying' ? 'status' : 'alert'}
      aria-label={title}
      className={classNames(styles.notice, look === 'retrying' && styles.retrying)}
    >
      <span className={styles.icon}>
        <Icon size={18} />
      </span>
      <div className={styles.body}>
        <div className={styles.title}>{title}</div>
        <p>{happened}</p>
        {means ? <p>{means}</p> : null}
        {todo ? <p className={styles.todo}>{todo}</p> : null}
        <Facts facts={facts} />
        <div className={styles.actions}>
          {actions}
          <CopyFacts title={title} facts={facts} />
        </div>
      </div>
    </section>
  );
}

type Fact = [name: string, value: string];

/** The facts of a failed call and a button that copies them, for where its sentences are written otherwise. */
export function FailureFacts({ title, error }: { title: string; error: FailedCall }) {
  const facts = useFacts({ ...error, message: useReason()(error) });
  return (
    <>
      <Facts facts={facts} />
      <div className={styles.actions}>
        <CopyFacts title={title} facts={facts} />
        <RequestLink request={error.request} />
      </div>
    </>
  );
}

function useFacts({ operation, code, status, message, traceId }: ErrorFacts): Fact[] {
  const t = useTranslations('common');
  const facts: [string, string | number | null | undefined][] = [
    [t('operation'), operation],
    [t('code'), code],
    // Every response of the platform has 200, also a refusal (section 7): it adds nothing.
    [t('status'), status === 200 ? null : status],
    [t('message'), message],
    [t('trace'), traceId],
  ];
  return facts.flatMap(([name, value]): Fact[] => (value || value === 0 ? [[name, String(value)]] : []));
}

function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CopyFacts({ title, facts }: { title: string; facts: Fact[] }) {
  const t = useTranslations('common');
  return (
    <CopyButton
      showLabel
      size="normal"
      label={t('copyDetails')}
      text={() => [title, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n')}
    />
  );
}
