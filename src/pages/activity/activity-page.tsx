import { useMemo, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { type ActivityEntry, activityEntries, clearActivity, subscribeActivity } from '../../api/activity';
import { Button } from '../../ui/button';
import { useConfirm } from '../../ui/confirm';
import { EmptyState } from '../../ui/empty-state';
import { ActivityIcon, SearchIcon, TrashIcon } from '../../ui/icons';
import { Page, PageHeader } from '../../ui/page';
import { Select } from '../../ui/select';
import { Panel, SplitPane } from '../../ui/split-pane';
import { SearchField } from '../../ui/text-field';
import { TimeText } from '../../ui/time-text';
import { useNow } from '../../ui/use-now';
import { type VirtualColumn, VirtualTable } from '../../ui/virtual-table';
import { type ActivitySearch, formatActivitySearch, parseActivitySearch } from '../../url/page-search';
import styles from './activity-page.module.css';
import { findRequests, hasResult, hasText, type ResultFilter, resultFilters } from './find-requests';
import { OutcomeBadge } from './outcome-badge';
import { RequestPanel } from './request-panel';
import { scaleOf, timelineOf } from './timeline';
import { TimelineBar } from './timeline-bar';

/** Every request of this tab; `?request=12` opens one of them, so that any error leads to its request. */
export function Component() {
  const t = useTranslations('activity');
  const confirm = useConfirm();
  const entries = useSyncExternalStore(subscribeActivity, activityEntries);
  const [parameters, setParameters] = useSearchParams();
  const search = parseActivitySearch(parameters);
  const [result, setResult] = useState<ResultFilter>('all');
  const underWay = entries.some((entry) => entry.finishedAt === null);
  const now = useNow(underWay ? 250 : 60_000);

  const { find } = search;
  const shown = useMemo(() => findRequests(entries, { find, result }), [entries, find, result]);
  const columns = useColumns(shown, now, new Set(entries.map((entry) => entry.environment)).size > 1);

  const change = (next: Partial<ActivitySearch>) =>
    setParameters(formatActivitySearch({ ...search, ...next }), { replace: true });

  async function clear() {
    const count = entries.length;
    const question = { title: t('clearTitle'), text: t('clearText', { count }), action: t('clearAction', { count }) };
    if (!(await confirm({ ...question, danger: true }))) return;
    clearActivity();
    change({ request: null });
  }

  return (
    <Page look="fill">
      <SplitPane
        sideLabel={t('list')}
        width={460}
        side={
          search.request === null ? null : (
            <Details request={search.request} entries={entries} now={now} onClose={() => change({ request: null })} />
          )
        }
      >
        <div className={styles.top}>
          <PageHeader
            title={t('title')}
            text={t('text')}
            actions={
              <Button
                icon={<TrashIcon />}
                onClick={clear}
                disabledReason={entries.length === 0 ? t('nothingToClear') : null}
              >
                {t('clear')}
              </Button>
            }
          />
          <Filters
            entries={entries}
            find={find}
            result={result}
            onFind={(find) => change({ find })}
            onResult={setResult}
          />
        </div>
        <VirtualTable
          label={t('list')}
          rows={shown}
          rowKey={(entry) => entry.request}
          columns={columns}
          selected={search.request}
          onSelect={(entry) => change({ request: entry.request })}
          onClose={() => change({ request: null })}
          empty={
            entries.length === 0 ? (
              <EmptyState icon={<ActivityIcon size={22} />} title={t('emptyTitle')} text={t('emptyText')} />
            ) : (
              <EmptyState
                icon={<SearchIcon size={22} />}
                title={t('noneTitle')}
                text={t('noneText', { count: entries.length })}
                actions={
                  <Button
                    onClick={() => {
                      setResult('all');
                      change({ find: '' });
                    }}
                  >
                    {t('showAll')}
                  </Button>
                }
              />
            )
          }
        />
      </SplitPane>
    </Page>
  );
}

interface FiltersProps {
  entries: readonly ActivityEntry[];
  find: string;
  result: ResultFilter;
  onFind: (find: string) => void;
  onResult: (result: ResultFilter) => void;
}

function Filters({ entries, find, result, onFind, onResult }: FiltersProps) {
  const t = useTranslations('activity');
  const found = entries.filter((entry) => hasText(entry, find));
  const options = resultFilters.map((value) => {
    const own = { all: t('all'), failed: t('failed'), 'under-way': t('underWay') };
    const name = value in own ? own[value as keyof typeof own] : t(`outcome.${value as ActivityEntry['outcome']}`);
    const count = found.filter((entry) => hasResult(entry, value)).length;
    return { value, label: t('resultOption', { name, count }) };
  });
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('find')}
        hideLabel
        placeholder={t('findHint')}
        value={find}
        onChange={onFind}
        className={styles.find}
      />
      <Select
        label={t('result')}
        hideLabel
        value={result}
        onChange={onResult}
        options={options}
        className={styles.result}
      />
    </div>
  );
}

interface DetailsProps {
  request: number;
  entries: readonly ActivityEntry[];
  now: number;
  onClose: () => void;
}

function Details({ request, entries, now, onClose }: DetailsProps) {
  const t = useTranslations('activity');
  const entry = entries.find((candidate) => candidate.request === request);
  if (entry) return <RequestPanel key={entry.request} entry={entry} now={now} onClose={onClose} />;
  return (
    <Panel title={t('notKept', { number: request })} onClose={onClose}>
      {t('notKeptText')}
    </Panel>
  );
}

/** The columns; the bars share one scale. */
function useColumns(
  shown: readonly ActivityEntry[],
  now: number,
  withEnvironment: boolean,
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
      cell: ({ operation, method, path }) => <span title={`${method} ${path}`}>{operation}</span>,
    },
    { key: 'code', header: t('code'), width: '84px', numeric: true, from: 560, cell: ({ code }) => code },
    { key: 'message', header: t('message'), width: 'minmax(100px, 1fr)', from: 900, cell: ({ message }) => message },
    { key: 'status', header: t('status'), width: '58px', numeric: true, from: 640, cell: ({ status }) => status },
    {
      key: 'duration',
      header: t('duration'),
      width: '84px',
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
