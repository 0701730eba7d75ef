import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Filter } from '../../../contract/filter';
import { askRows } from '../../../insight/questions/rows';
import type { RowsBehind } from '../../../insight/questions/rows-behind';
import type { Selection } from '../../../insight/questions/selection';
import { Notice } from '../../../ui/display/notice';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button, buttonClass } from '../../../ui/form/button';
import { Panel } from '../../../ui/overlay/panel';
import { formatRecordsAddress } from '../../../url/records-address';
import { QueryFailed } from '../query-failed';
import { type InsightData, useAnswer } from '../use-answer';
import { RecordTable } from './record-table';

/** Rows that were asked for, and why they are not shown on the records page. */
export interface RowsShown {
  selection: Selection;
  name: string;
  filter: Filter | null;
  noFilter: RowsBehind['noFilter'];
}

interface RowsPanelProps {
  data: InsightData;
  shown: RowsShown;
  recordsPath(search: string): string;
  onClose(): void;
}

const pageSize = 100;

/** The rows behind a figure, as they are in the snapshot. */
export function RowsPanel({ data, shown, recordsPath, onClose }: RowsPanelProps) {
  const t = useTranslations('insight');
  const navigate = useNavigate();
  const [limit, setLimit] = useState(pageSize);
  const { selection, name, filter, noFilter } = shown;
  const { engine, source } = data;
  const answer = useAnswer(data, `rows ${limit} ${JSON.stringify(selection)}`, (options) =>
    askRows(engine, source, { selection, sort: null, offset: 0, limit }, options),
  );
  const column = source.columns.find(({ id }) => id === noFilter?.column)?.label ?? noFilter?.column ?? '';
  return (
    <Panel
      title={name}
      note={answer.data ? t('loadedRows', { rows: answer.data.total }) : null}
      onClose={onClose}
      takesFocus
      actions={
        filter === null ? null : (
          <Link className={buttonClass({ size: 'small' })} to={recordsPath(formatRecordsAddress({ filter }))}>
            {t('openInRows')}
          </Link>
        )
      }
    >
      {noFilter ? <Notice strip>{t(`noFilter.${noFilter.reason}`, { column })}</Notice> : null}
      {filter !== null && data.isPartial ? <Notice strip>{t('partialRows')}</Notice> : null}
      {answer.error ? <QueryFailed error={answer.error} /> : null}
      {answer.data ? (
        <>
          <RecordTable
            label={name}
            columns={source.columns}
            records={answer.data.records}
            marked={selection.map((condition) => condition.column)}
            onOpen={(record) => void navigate(recordsPath(formatRecordsAddress({ record })))}
          />
          {answer.data.total > answer.data.records.length ? (
            <Button onClick={() => setLimit(limit + pageSize * 4)}>
              {t('moreRows', { count: answer.data.total - answer.data.records.length })}
            </Button>
          ) : null}
        </>
      ) : (
        <Skeleton look="rows" rows={8} />
      )}
    </Panel>
  );
}
