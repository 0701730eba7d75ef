import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../form/button';
import { useReason } from '../hooks/use-reason';
import { isFailedCall, sentencesOf } from './api-error-notice';
import { Notice } from './notice';
import { RequestLink } from './request-link';

interface KeptNoticeProps {
  error: unknown;
  onRetry: () => void;
  /** What it is that is shown; in general where left out. */
  title?: string;
  /** Runs from edge to edge, above what it is about or `below` it. */
  strip?: boolean | 'below';
  actions?: ReactNode;
}

/** Beside what was read before: reading it anew failed, and it stays as it was. */
export function KeptNotice({ error, onRetry, title, strip, actions }: KeptNoticeProps) {
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
