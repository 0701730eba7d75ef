import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../form/button';
import { type Reported, useReason } from '../hooks/use-reason';
import { RefreshIcon } from '../icons/icons';
import { ErrorNotice } from './error-notice';
import { RequestLink } from './request-link';

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
  /** Anything thrown: a failed call is told by its kind and code, everything else as a fault of the console. */
  error: unknown;
  /** The call would have changed data: then "nothing was changed" is not said lightly. */
  write?: boolean;
  /** Offers *Try again*. */
  onRetry?: () => void;
  actions?: ReactNode;
}

/** Tells a failed call in sentences: what happened, what it means for the data, what to do. */
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
  const told = sentencesOf(error);
  return (
    <ErrorNotice
      title={t(`${told}.title`)}
      happened={t(`${told}.happened`)}
      means={t(`${told}.${write ? 'write' : 'read'}`)}
      todo={t(`${told}.todo`)}
      look={told === 'keyRefused' ? 'refused' : 'failed'}
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

type Told = 'noAnswer' | 'malformed' | 'busy' | 'system' | 'business' | 'keyRefused' | 'parameter' | 'gone';

// Codes that the field notes know; every other code is told by its kind.
const knownCodes: Record<number, Told> = { 100: 'keyRefused', 502: 'parameter', 3500002: 'gone' };
const tooManyRequests = 429;
const kinds: Record<FailedCall['kind'], Told> = {
  'no-answer': 'noAnswer',
  malformed: 'malformed',
  system: 'system',
  business: 'business',
};

/** Whether the platform refused the key: then only another key helps, and the page shows the way to it. */
export function isKeyRefused(error: unknown): boolean {
  return isFailedCall(error) && sentencesOf(error) === 'keyRefused';
}

/** Which sentences of the `errors` texts tell a failed call. What excess of requests gets was not seen (field notes): by HTTP it is status 429. */
export function sentencesOf(error: FailedCall): Told {
  return knownCodes[error.code ?? 0] ?? (error.status === tooManyRequests ? 'busy' : kinds[error.kind]);
}

/** Whether something thrown has the shape of a failed call. */
export function isFailedCall(error: unknown): error is FailedCall {
  return typeof error === 'object' && error !== null && 'kind' in error && String(error.kind) in kinds;
}
