import { useFormatter, useTranslations } from 'use-intl';
import type { ActivityEntry, Outcome } from '../../api/wire/activity';
import { Badge, type Tone } from '../../ui/display/badge';
import { TimeText } from '../../ui/display/time-text';
import type { VirtualColumn } from '../../ui/display/virtual-table';
import type { Attempt } from './find-requests';
import { scaleOf, TimelineBar, timelineOf } from './request-timing';

/** The columns of the list; the bars share one scale. @param now epoch milliseconds, for requests under way */
export function useRequestColumns(
  shown: readonly ActivityEntry[],
  now: number,
  withEnvironment: boolean,
  attempts: ReadonlyMap<number, Attempt>,
): readonly VirtualColumn<ActivityEntry>[] {
  const t = useTranslations('activity');
  const common = useTranslations('common');
  const format = useFormatter();
  const scale = scaleOf(shown.map((entry) => timelineOf(entry, now).total));
  const mono = (text: string | null) => (text === null ? null : <span className="mono mid">{text}</span>);
  const columns: (VirtualColumn<ActivityEntry> | null)[] = [
    {
      key: 'number',
      header: t('number'),
      width: '64px',
      from: 480,
      cell: ({ request }) => <span className="num dim">{request}</span>,
    },
    { key: 'time', header: t('time'), width: '82px', cell: ({ queuedAt }) => <TimeText at={queuedAt} /> },
    { key: 'result', header: t('result'), width: '104px', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    withEnvironment
      ? { key: 'environment', header: t('environment'), width: '110px', from: 760, cell: (entry) => entry.environment }
      : null,
    {
      key: 'operation',
      header: t('operation'),
      width: 'minmax(140px, 1.2fr)',
      cell: ({ request, operation, method, path }) => {
        const again = attempts.get(request);
        return (
          <span title={`${method} ${path}`}>
            {operation} {again ? <Badge tone="unknown">{t('attemptShort', { attempt: again.attempt })}</Badge> : null}
          </span>
        );
      },
    },
    { key: 'code', header: t('code'), width: '84px', numeric: true, from: 560, cell: ({ code }) => code },
    { key: 'message', header: t('message'), width: 'minmax(100px, 1fr)', from: 900, cell: ({ message }) => message },
    { key: 'status', header: t('status'), width: '58px', numeric: true, from: 640, cell: ({ status }) => status },
    {
      key: 'duration',
      header: t('duration'),
      width: '84px',
      from: 440,
      numeric: true,
      cell: (entry) => common('milliseconds', { value: timelineOf(entry, now).total }),
    },
    {
      key: 'timeline',
      header: t('timeline'),
      width: '130px',
      from: 720,
      cell: (entry) => <TimelineBar timeline={timelineOf(entry, now)} scale={scale} />,
    },
    {
      key: 'size',
      header: t('size'),
      width: '94px',
      numeric: true,
      from: 820,
      cell: ({ size }) => (size === null ? null : format.number(size)),
    },
    { key: 'trace', header: t('trace'), width: '180px', from: 1100, cell: ({ traceId }) => mono(traceId) },
  ];
  return columns.filter((column) => column !== null);
}

const tones: Record<Outcome, Tone> = {
  waiting: 'neutral',
  running: 'accent',
  success: 'good',
  aborted: 'neutral',
  'no-answer': 'unknown',
  malformed: 'bad',
  system: 'bad',
  business: 'bad',
};

/** How a request ended, or that it has not. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('activity.outcome');
  return (
    <Badge tone={tones[outcome]} data-result={outcome}>
      {t(outcome)}
    </Badge>
  );
}
