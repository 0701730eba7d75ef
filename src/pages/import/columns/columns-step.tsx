import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { emptyProfile } from '../../../transfer/in/mapping/column-values';
import { clearingAgain, hasBlanks, type MappedColumn } from '../../../transfer/in/mapping/mapping';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { DataTable } from '../../../ui/display/data-table';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { Skeleton } from '../../../ui/display/skeleton';
import { Select } from '../../../ui/form/select';
import { useJoin } from '../../../ui/hooks/use-phrases';
import type { ReadySource } from '../file/use-source';
import { Bar, Panel, StepHead, useColumnNames } from '../step-parts';
import type { TableFields } from '../use-import-table';
import { useWorkerQuery } from '../use-worker-query';
import { ColumnRow } from './column-row';
import styles from './columns-step.module.css';
import { MappingFile } from './mapping-file';
import type { MappingState } from './use-mapping';

interface ColumnsStepProps {
  ready: ReadySource;
  fields: TableFields;
  mapping: MappingState;
  tableId: Id;
  tableName: string;
}

/** Whether the counts of one hold for the other. Decisions on single texts are applied to the counts by `fitNow`. */
function isReadAlike(a: MappedColumn, b: MappedColumn): boolean {
  return (['column', 'field_id', 'kind', 'written', 'config'] as const).every((part) => a[part] === b[part]);
}

/** The second step: where each column goes, as what it is read, and what does not fit. */
export function ColumnsStep({ ready, fields, mapping, tableId, tableName }: ColumnsStepProps) {
  const t = useTranslations('import.columns');
  const workerLost = useTranslations('import')('lost');
  const join = useJoin();
  const { facts, client } = ready;
  const { targetFields } = fields;
  const nameOf = useColumnNames(facts.columns);
  const { mapped } = mapping;
  const question = useMemo(() => (mapped.length > 0 ? { mapped: [...mapped] } : null), [mapped]);
  const fit = useWorkerQuery(client, 'fit', question);
  const isUncounted = targetFields !== null && question === null && mapping.mapping.length > 0;
  // Rendered with room for counts, so that nothing moves when they arrive; a long file is not waited for.
  const isDrawn = fit.output !== null || fit.failed || isUncounted || (fit.progress?.rows ?? 0) > 0;
  // Many rows of controls are drawn without holding the page up.
  const shown = useDeferredValue(isDrawn ? facts.columns.length : 0, 0);
  if (targetFields === null) return <Skeleton look="lines" rows={8} />;
  if (targetFields.length <= 1 && fields.error) return <ApiErrorNotice error={fields.error} onRetry={fields.retry} />;
  // During a recount, the counts of unchanged columns still hold.
  const mappedOf = (column: number) => mapped.find((each) => each.column === column) ?? null;
  const fitOf = (own: MappedColumn | null) => {
    const place = fit.about?.mapped.findIndex((each) => own && isReadAlike(each, own)) ?? -1;
    return fit.output?.columns[place] ?? null;
  };
  const clearing = clearingAgain(mapping.mapping, mapping.first).map(nameOf);
  const meanings = new Set(mapping.mapping.filter(hasBlanks).map(({ blank }) => blank));
  const rounded = (fit.about?.mapped ?? [])
    .filter((_own, place) => fit.output?.columns[place]?.rounded)
    .map(({ column }) => nameOf(column));
  const unmapped = facts.columns.filter(({ index }) => !mapping.mapping[index]?.field_id);
  const blankHead = (
    <>
      {t('blank')}
      <Select
        size="small"
        hideLabel
        label={t('blankOfAll')}
        value={meanings.size === 1 ? ([...meanings][0] ?? null) : null}
        placeholder={t('blankMixed')}
        onChange={(blank) => mapping.setBlanks(blank)}
        options={[
          { value: 'keep', label: t('allKeep') },
          { value: 'clear', label: t('allClear') },
        ]}
      />
    </>
  );
  return (
    <>
      <StepHead
        title={t('title')}
        text={t('text')}
        actions={
          <MappingFile
            mapping={mapping}
            tableId={tableId}
            tableName={tableName}
            columns={facts.columns}
            targetFields={targetFields}
          />
        }
      />
      <div className={styles.said} aria-live="polite">
        {fit.progress ? (
          <Bar>
            <span>{t('counting', { percent: Math.round(fit.progress.share * 100) })}</span>
            <ProgressBar label={t('counting', { percent: 0 })} value={fit.progress.share} max={1} />
          </Bar>
        ) : (
          <span>
            {unmapped.length === 0
              ? t('allMapped')
              : t('unmapped', { count: unmapped.length, names: join(unmapped.map(({ index }) => nameOf(index))) })}
          </span>
        )}
        {fit.output && fit.progress === null && fit.output.unfitRows > 0 ? (
          <span className={styles.asBlank}>{t('unfitRows', { count: fit.output.unfitRows })}</span>
        ) : null}
      </div>
      {fit.failed ? <Notice tone="bad">{workerLost}</Notice> : null}
      {rounded.length > 0 ? <Notice tone="bad">{t('rounded', { names: join(rounded) })}</Notice> : null}
      {clearing.length > 0 ? <Notice tone="staged">{t('clearing', { names: join(clearing) })}</Notice> : null}
      <Panel>
        <DataTable label={t('title')} heads={[t('of'), t('samples'), t('field'), t('kind'), blankHead, t('fit')]}>
          {facts.columns.slice(0, shown).map((column) => (
            <ColumnRow
              key={column.index}
              name={nameOf(column.index)}
              column={column}
              profile={facts.profiles[column.index] ?? emptyProfile}
              rows={facts.rows}
              choice={mapping.mapping[column.index]}
              map={mapping.map}
              change={mapping.change}
              targetFields={targetFields}
              fit={fitOf(mappedOf(column.index))}
              mapped={mappedOf(column.index)}
            />
          ))}
        </DataTable>
      </Panel>
    </>
  );
}
