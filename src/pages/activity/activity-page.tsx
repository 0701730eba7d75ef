import { useMemo, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { type ActivityEntry, activityEntries, clearActivity, subscribeActivity } from '../../api/wire/activity';
import { EmptyState } from '../../ui/display/notice';
import { VirtualTable } from '../../ui/display/virtual-table';
import { Button } from '../../ui/form/button';
import { ListFilters } from '../../ui/form/select';
import { useNow } from '../../ui/hooks/use-time';
import { ActivityIcon, DownloadIcon, SearchIcon } from '../../ui/icons/icons';
import { TrashIcon } from '../../ui/icons/later-icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { SplitPane } from '../../ui/layout/split-pane';
import { useConfirm } from '../../ui/overlay/confirm';
import { Panel } from '../../ui/overlay/panel';
import { type ActivitySearch, formatActivitySearch, parseActivitySearch } from '../../url/paths';
import styles from './activity-page.module.css';
import {
  type Attempt,
  attemptsOf,
  findRequests,
  hasResult,
  hasText,
  type ResultFilter,
  resultFilters,
} from './find-requests';
import { useRequestColumns } from './request-columns';
import { RequestPanel } from './request-panel';
import { SupportDialog } from './support-dialog';

/** Every request of this tab; `?request=12` opens one of them, so that any error leads to its request. */
export function Component() {
  const t = useTranslations('activity');
  const confirm = useConfirm();
  const entries = useSyncExternalStore(subscribeActivity, activityEntries);
  const [parameters, setParameters] = useSearchParams();
  const search = parseActivitySearch(parameters);
  const [result, setResult] = useState<ResultFilter>('all');
  const [support, setSupport] = useState(false);
  const underWay = entries.some((entry) => entry.finishedAt === null);
  const now = useNow(underWay ? 250 : 60_000);

  const { find } = search;
  const shown = useMemo(() => findRequests(entries, { find, result }), [entries, find, result]);
  const attempts = useMemo(() => attemptsOf(entries), [entries]);
  const columns = useRequestColumns(shown, now, new Set(entries.map((entry) => entry.environment)).size > 1, attempts);

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
            <Details
              request={search.request}
              entries={entries}
              attempts={attempts}
              now={now}
              onClose={() => change({ request: null })}
            />
          )
        }
      >
        <div className={styles.top}>
          <PageHeader
            title={t('title')}
            text={t('text')}
            actions={
              <>
                <Button
                  icon={<DownloadIcon />}
                  onClick={() => setSupport(true)}
                  disabledReason={entries.length === 0 ? t('nothingToClear') : null}
                >
                  {t('support.open')}
                </Button>
                <Button
                  icon={<TrashIcon />}
                  onClick={clear}
                  disabledReason={entries.length === 0 ? t('nothingToClear') : null}
                >
                  {t('clear')}
                </Button>
              </>
            }
          />
          <RequestFilters
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
      {support ? <SupportDialog onClose={() => setSupport(false)} /> : null}
    </Page>
  );
}

interface DetailsProps {
  request: number;
  entries: readonly ActivityEntry[];
  attempts: ReadonlyMap<number, Attempt>;
  now: number;
  onClose: () => void;
}

function Details({ request, entries, attempts, now, onClose }: DetailsProps) {
  const t = useTranslations('activity');
  const entry = entries.find((candidate) => candidate.request === request);
  const attempt = attempts.get(request) ?? null;
  if (entry) return <RequestPanel key={entry.request} entry={entry} attempt={attempt} now={now} onClose={onClose} />;
  return (
    <Panel title={t('notKept', { number: request })} onClose={onClose}>
      {t('notKeptText')}
    </Panel>
  );
}

interface RequestFiltersProps {
  entries: readonly ActivityEntry[];
  find: string;
  result: ResultFilter;
  onFind: (find: string) => void;
  onResult: (result: ResultFilter) => void;
}

/** What the list is narrowed to: a text, and a result with how many have it. */
function RequestFilters({ entries, find, result, onFind, onResult }: RequestFiltersProps) {
  const t = useTranslations('activity');
  const found = entries.filter((entry) => hasText(entry, find));
  const options = resultFilters.map((value) => {
    const own = { all: t('all'), failed: t('failed'), 'under-way': t('underWay') };
    const name = value in own ? own[value as keyof typeof own] : t(`outcome.${value as ActivityEntry['outcome']}`);
    const count = found.filter((entry) => hasResult(entry, value)).length;
    return { value, label: t('resultOption', { name, count }) };
  });
  return (
    <ListFilters
      label={t('find')}
      hint={t('findHint')}
      find={find}
      onFind={onFind}
      choices={[{ label: t('result'), value: result, options, onChange: (value) => onResult(value as ResultFilter) }]}
    />
  );
}
