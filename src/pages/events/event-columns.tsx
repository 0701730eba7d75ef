import { useFormatter, useTranslations } from 'use-intl';
import type { ReceivedEvent } from '../../contract/inbox';
import { TimeText } from '../../ui/display/time-text';
import type { VirtualColumn } from '../../ui/display/virtual-table';
import { KindBadge, ResultBadges } from './batch-result';
import { factsOf } from './event-facts';
import type { EventJob } from './event-jobs';
import styles from './events-page.module.css';

/** The columns of the list; the narrower it is, the more what an event reports goes before its measures. @param jobs by trace id */
export function useEventColumns(jobs: ReadonlyMap<string, EventJob>): readonly VirtualColumn<ReceivedEvent>[] {
  const t = useTranslations('events');
  const format = useFormatter();
  return [
    {
      key: 'number',
      header: t('number'),
      width: '72px',
      from: 480,
      cell: ({ id }) => <span className="num dim">{id}</span>,
    },
    {
      key: 'received',
      header: t('received'),
      width: '190px',
      from: 560,
      cell: ({ receivedAt }) => <TimeText at={Date.parse(receivedAt)} look="moment" />,
    },
    {
      key: 'ago',
      header: t('received'),
      width: '124px',
      until: 560,
      cell: ({ receivedAt }) => <TimeText at={Date.parse(receivedAt)} look="ago" />,
    },
    {
      key: 'kind',
      header: t('kind'),
      width: 'minmax(116px, 1.2fr)',
      cell: (event) => <KindBadge facts={factsOf(event)} />,
    },
    {
      key: 'result',
      header: t('result'),
      width: 'minmax(116px, 0.8fr)',
      cell: (event) => {
        const { batch } = factsOf(event);
        if (batch === null) return null;
        return (
          <span className={styles.badges}>
            <ResultBadges batch={batch} />
          </span>
        );
      },
    },
    {
      key: 'job',
      header: t('job'),
      width: 'minmax(116px, 1fr)',
      from: 640,
      cell: (event) => {
        const job = factsOf(event)
          .traceIds.map((traceId) => jobs.get(traceId))
          .find(Boolean);
        return job ? t('openJob', { table: job.tableName }) : null;
      },
    },
    {
      key: 'trace',
      header: t('trace'),
      width: '180px',
      from: 800,
      cell: (event) => <span className="mono mid">{factsOf(event).traceIds[0]}</span>,
    },
    {
      key: 'size',
      header: t('size'),
      width: '104px',
      from: 920,
      numeric: true,
      cell: ({ body }) => format.number(body.length),
    },
  ];
}
