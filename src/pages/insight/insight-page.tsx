import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { bothFilters } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { useClient } from '../../credentials/use-connection';
import { rowsBehind } from '../../insight/questions/rows-behind';
import { narrow, type Selection } from '../../insight/questions/selection';
import { EmptyState } from '../../ui/display/notice';
import { Skeleton } from '../../ui/display/skeleton';
import { Page } from '../../ui/layout/page';
import { SplitPane } from '../../ui/layout/split-pane';
import { formatRecordsAddress } from '../../url/records-address';
import styles from './insight.module.css';
import { InsightHeader } from './insight-header';
import { RowsPanel, type RowsShown } from './rows/rows-panel';
import { SavedAnalyses } from './saved-analyses';
import { LoadStart, SnapshotBar } from './snapshot-bar';
import { TabBody } from './tab-body';
import { TabList } from './tab-list';
import type { InsightData } from './use-answer';
import { useInsightSearch } from './use-insight-search';
import { useLoadScope } from './use-load-scope';
import { useSnapshot } from './use-snapshot';

export { keyLoader as loader } from '../../credentials/use-connection';

/** Totals, groups, charts and queries over the rows of a table; another table is another page. */
export function Component() {
  const { env = '', space = '', table = '' } = useParams();
  const client = useClient();
  return <Insight key={`${env}/${space}/${table} ${client.identity}`} client={client} space={space} tableId={table} />;
}

function Insight({ client, space, tableId }: { client: Client; space: Id; tableId: Id }) {
  const t = useTranslations('insight');
  const navigate = useNavigate();
  const { analysis, filter, change } = useInsightSearch();
  const control = useSnapshot(client, tableId);
  const scope = useLoadScope({ client, space, tableId, filter });
  const { snapshot, engine, run } = control;
  const [shown, setShown] = useState<RowsShown | null>(null);

  const rows = run?.rows ?? snapshot?.info.rows ?? 0;
  const isPartial = snapshot !== null && !(snapshot.info.complete && run?.phase !== 'running');
  const isRunning = run?.phase === 'running' || run?.phase === 'opening';
  // While rows are loading the answers follow in steps, not with every page of rows.
  const step = isRunning ? `so far ${Math.floor(Math.log2(rows + 1) / 2)}` : `${rows} ${snapshot?.info.loadedAt}`;
  const data = useMemo<InsightData | null>(
    () =>
      snapshot && {
        engine,
        source: narrow(snapshot.source, analysis.within),
        version: `${snapshot.info.id} ${step}`,
        rows,
        isPartial,
      },
    [engine, snapshot, analysis.within, step, rows, isPartial],
  );

  /** To the records page, where the API can express the rows; else they are shown beside, from the snapshot. */
  const onRows = useCallback(
    async (selection: Selection, name: string) => {
      if (!data || !snapshot) return;
      const within = [...analysis.within, ...selection];
      const behind = await rowsBehind(engine, snapshot.source, within);
      const whole = behind.filter && bothFilters(snapshot.info.filter, behind.filter);
      if (whole === null || isPartial) {
        setShown({ selection: within, name, filter: whole, noFilter: behind.noFilter });
        return;
      }
      void navigate(scope.recordsPath(formatRecordsAddress({ filter: whole })));
    },
    [data, snapshot, analysis.within, engine, isPartial, navigate, scope],
  );

  return (
    <Page look="fill">
      <SplitPane
        sideLabel={t('rowsPanel')}
        width={560}
        side={
          shown && data && snapshot ? (
            <RowsPanel
              key={JSON.stringify(shown.selection)}
              data={{ ...data, source: snapshot.source }}
              shown={shown}
              recordsPath={scope.recordsPath}
              onClose={() => setShown(null)}
            />
          ) : null
        }
      >
        <InsightHeader scope={scope} filter={filter} />
        <TabList tab={analysis.tab} onTab={(tab) => change({ tab })}>
          {data ? (
            <SavedAnalyses
              environment={client.environment.name}
              tableId={tableId}
              analysis={analysis}
              onOpen={(saved) => change(saved)}
            />
          ) : null}
          <SnapshotBar control={control} scope={scope} />
        </TabList>
        {data && (rows > 0 || !isRunning) ? (
          <TabBody data={data} control={control} scope={scope} analysis={analysis} onChange={change} onRows={onRows} />
        ) : !control.isSupported ? (
          <EmptyState title={t('unsupported')} text={t('unsupportedText')} />
        ) : control.isReady && run === null ? (
          <LoadStart control={control} scope={scope} />
        ) : (
          <section className={styles.body}>
            <p className={styles.note} role="status">
              {t('starting')}
            </p>
            <Skeleton look="rows" rows={8} />
          </section>
        )}
      </SplitPane>
    </Page>
  );
}
