import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { walkRequests } from '../../../api/operations/walk-records';
import { limits } from '../../../contract/limits';
import { referenceForms } from '../../../transfer/out/cell-form';
import { headerForms } from '../../../transfer/out/export-columns';
import { exportFormats } from '../../../transfer/out/export-plan';
import { sheetLimits } from '../../../transfer/out/xlsx-writer';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { Segmented } from '../../../ui/form/select';
import type { CountState } from '../rows/use-count';
import { useDuration } from '../use-duration';
import type { ExportAbout } from './export-about';
import type { ExportChoice } from './export-choice';
import { ExportColumnsChoice } from './export-columns-choice';
import styles from './export-dialog.module.css';

interface ExportFormProps {
  about: ExportAbout;
  count: CountState;
  choice: ExportChoice;
  onChoice(choice: ExportChoice): void;
}

/** Which rows and columns, and in which form; with what it will cost. */
export function ExportForm({ about, count, choice, onChoice }: ExportFormProps) {
  const t = useTranslations('exporting');
  const { query, extent, loaded, selected, selectedRows } = about;
  const { scope, format } = choice;
  const set = (change: Partial<ExportChoice>) => onChoice({ ...choice, ...change });
  const text = format === 'csv' || format === 'xlsx';
  return (
    <div className={styles.form}>
      <Line label={t('rows')}>
        <Segmented
          label={t('rows')}
          value={scope}
          onChange={(next) => set({ scope: next })}
          options={[
            { value: 'matching', label: t(query.filter ? 'scope.matching' : 'scope.all') },
            { value: 'selection', label: t('scope.selection', { rows: selectedRows }) },
            { value: 'loaded', label: t('scope.loaded', { rows: loaded.length }) },
          ]}
        />
        <p className={styles.note}>
          {scope === 'matching' ? (
            <Cost about={about} count={count} />
          ) : scope === 'selection' && selected.length < selectedRows ? (
            t('selectionUnread', { unread: selectedRows - selected.length })
          ) : (
            t('noRequests')
          )}
        </p>
        {scope === 'matching' && query.order ? (
          <Checkbox
            label={t('byRecordId')}
            hint={t('byRecordIdHint')}
            checked={choice.byRecordId}
            onChange={(byRecordId) => set({ byRecordId })}
          />
        ) : null}
      </Line>
      <Line label={t('format')}>
        <Segmented
          label={t('format')}
          value={format}
          onChange={(next) => set({ format: next })}
          options={exportFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
        <p className={styles.note}>
          {t(`formatNotes.${format}`)}
          {format === 'xlsx' && (extent.exactly ?? extent.atLeast) >= sheetLimits.rows
            ? ` ${t('moreSheets', { rows: sheetLimits.rows })}`
            : null}
        </p>
        {format === 'csv' ? (
          <Checkbox label={t('mark')} checked={choice.mark} onChange={(mark) => set({ mark })} />
        ) : null}
      </Line>
      <Line label={t('headers')}>
        <Segmented
          label={t('headers')}
          value={choice.headers}
          onChange={(headers) => set({ headers })}
          options={headerForms.map((value) => ({ value, label: t(`headerForms.${value}`) }))}
        />
      </Line>
      {text ? (
        <Line label={t('references')}>
          <Segmented
            label={t('references')}
            value={choice.references}
            onChange={(references) => set({ references })}
            options={referenceForms.map((value) => ({ value, label: t(`referenceForms.${value}`) }))}
          />
        </Line>
      ) : null}
      <Line label={t('columns')}>
        <ExportColumnsChoice about={about} chosen={choice.columns} onChoice={(columns) => set({ columns })} />
      </Line>
      {about.staged ? <Notice>{t('withoutDrafts')}</Notice> : null}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lie on a grid
    <div role="group" aria-labelledby={id} className={styles.line}>
      <div id={id} className={styles.label}>
        {label}
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}

/** What reading will take, at the rate that the environment allows now. */
function Cost({ about: { client, extent }, count }: Pick<ExportFormProps, 'about' | 'count'>) {
  const t = useTranslations('exporting');
  const duration = useDuration();
  const { rate } = client.budget.snapshot();
  const shown = Math.round(rate * 10) / 10;
  if (extent.exactly === null) {
    const counting = count.counting !== null;
    return (
      <>
        {counting
          ? t('counting', { rows: Math.max(extent.atLeast, count.counting ?? 0) })
          : t('costUnknown', { rows: extent.atLeast, page: limits.pageSizeMax - 1, rate: shown })}{' '}
        <Button kind="ghost" size="small" onClick={() => (counting ? count.stop() : count.start(extent.atLeast))}>
          {t(counting ? 'stopCounting' : 'countFirst')}
        </Button>
      </>
    );
  }
  const requests = walkRequests(extent.exactly);
  return t('cost', { rows: extent.exactly, requests, time: duration(requests / rate), rate: shown });
}
