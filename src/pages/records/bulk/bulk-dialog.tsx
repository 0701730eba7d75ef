import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import type { Rectangle } from '../../../grid/selection/selection';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { Segmented } from '../../../ui/form/select';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { cardsWindow, useMedia } from '../../../ui/hooks/use-media';
import { Dialog } from '../../../ui/overlay/dialog';
import { isPressed } from '../../../ui/shortcuts/shortcuts';
import { rangeRowsMax } from '../edit/read-range-dialog';
import { filterLine, wholeFilter } from '../query/filter-text';
import type { ReviewedCells } from '../review/review-source';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';
import styles from './bulk.module.css';
import { type BulkAction, type BulkChange, type BulkFindings, problemOf } from './bulk-change';
import { BulkForm } from './bulk-form';
import { BulkPreview } from './bulk-preview';
import { type BulkScope, bulkRowsMax, useBulkRows } from './use-bulk-rows';
import { changesOf, type TooMuch, tooMuchOf, useChanges } from './use-changes';

/** What a bulk change begins with. */
export interface BulkStart {
  scope: BulkScope;
  action: BulkAction;
  /** A field; null: that of the active cell. */
  field: string | null;
}

interface BulkDialogProps {
  client: Client;
  query: RecordQuery;
  start: BulkStart;
  /** Those that can be chosen, and all that the filter may name. */
  columns: readonly GridColumn[];
  allColumns: readonly GridColumn[];
  /** The index of the active cell’s column. */
  active: number;
  range: Rectangle;
  pages: Pick<RecordPages, 'recordAt' | 'loadedPages'>;
  extent: Extent;
  drafts: Pick<DraftsOfTable, 'drafts' | 'stage'>;
  onReview(cells: ReviewedCells): void;
  onClose(): void;
}

const emptyChange: Omit<BulkChange, 'column' | 'action'> = {
  text: '',
  rule: { find: '', replacement: '', regex: false, matchCase: false, wholeCell: false },
  amount: '',
  unit: 'days',
  decimals: '',
  from: null,
  onlyEmpty: false,
  anyKind: false,
};

/** One change of one field in many rows: what it would do is seen while it is filled in, and its review is one press away. */
export function BulkDialog(props: BulkDialogProps) {
  const { columns, start, active } = props;
  const writable = columns.filter((column) => !isReadOnly(column));
  const field = start.field ?? columns[active]?.id;
  const column = writable.find(({ id }) => id === field) ?? writable[0];
  // A table of system fields alone has nothing to change.
  return column ? <BulkOf {...props} column={column} /> : null;
}

/** Long: one form: which rows, which field, which value, and what it would change. */
function BulkOf(props: BulkDialogProps & { column: GridColumn }) {
  const { client, query, start, columns, allColumns, range, pages, extent, drafts, onReview, onClose } = props;
  const t = useTranslations('bulk');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  const q = useTranslations('query');
  const [change, setChange] = useState<BulkChange>({ ...emptyChange, column: props.column, action: start.action });
  const [scope, setScope] = useState<BulkScope>(start.scope);
  const [stop, setStop] = useState<'too-many' | TooMuch | null>(null);
  const rows = useBulkRows({ client, query, range, pages, extent });
  const isCards = useMedia(cardsWindow);
  const expression = useAbortable();
  const firstField = useRef<HTMLElement>(null);

  const fields = [change.column.id, ...(change.from ? [change.from.id] : [])];
  const of = rows.rowsOf(scope, fields);
  const { found, problem, busy } = useChanges(of.records, change, drafts.drafts, `${scope} ${of.isComplete}`);
  const refused = found.lines.length - found.changes;
  const { loading } = rows;
  const isLoading = loading.phase === 'reading';
  const selected = range.bottom - range.top + 1;

  /** Every row of the change, loaded where it was not; null where there is something to look at first. */
  async function whole(): Promise<BulkFindings | null> {
    const all = of.isComplete ? of : await rows.load(scope, fields);
    if (!all) return null;
    try {
      const changes = await changesOf(all.records, change, drafts.drafts, expression.start());
      if (changes.changes > rangeRowsMax) {
        setStop('too-many');
        return null;
      }
      // What the rows loaded so far did not show is seen before it is staged.
      const news = !of.isComplete && (all.drifted > 0 || changes.lines.length > changes.changes);
      return changes.changes === 0 || news ? null : changes;
    } catch (error) {
      setStop(tooMuchOf(error));
      return null;
    }
  }

  async function go(review: boolean): Promise<void> {
    if (isLoading) return;
    // Who types fast is ahead of the preview: then the change decides, which is computed anew.
    if (busy ? problemOf(change) !== null : problem !== null || (of.isComplete && found.changes === 0)) return;
    const changes = await whole();
    if (!changes) return;
    const edits = changes.lines.flatMap(({ edit }) => edit ?? []);
    drafts.stage(edits);
    if (review) onReview({ field: change.column.id, rows: new Set(edits.map(({ record }) => record.item_id)) });
    else onClose();
  }

  function edit(next: BulkChange): void {
    setStop(null);
    setChange(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isPressed('setValue', event.nativeEvent)) return;
    event.preventDefault();
    void go(true);
  }

  const isExpressionProblem = problem === 'notAnExpression' || problem === 'tooSlow';
  const nothing = of.isComplete && !busy && found.changes === 0 ? t('nothing') : null;
  const disabledReason = problem ? t(`problem.${problem}`) : nothing;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={columnLabel(change.column, g)}
      size="large"
      flush
      keepOnOutsidePress
      className={styles.dialog}
      initialFocus={firstField}
      onKeyDown={onKeyDown}
      footer={
        isLoading ? (
          <Button onClick={rows.stop}>{t('stop')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{c('cancel')}</Button>
            <Button disabledReason={disabledReason} onClick={() => void go(false)}>
              {t('stage')}
            </Button>
            <Button kind="primary" disabledReason={disabledReason} onClick={() => void go(true)}>
              {of.isComplete ? t('review', { count: found.changes }) : t('reviewAll')}
            </Button>
          </>
        )
      }
    >
      <form
        className={styles.form}
        inert={isLoading}
        onSubmit={(event) => {
          event.preventDefault();
          void go(true);
        }}
      >
        <BulkForm
          columns={columns}
          change={change}
          onChange={edit}
          firstField={(element) => {
            firstField.current =
              element?.querySelector<HTMLElement>('input, textarea') ??
              element?.closest('form')?.querySelector<HTMLElement>('button') ??
              null;
          }}
          expressionError={isExpressionProblem ? t(`problem.${problem}`) : undefined}
          asksForKind={found.lines.some(({ reason }) => reason === 'kind-would-change')}
        />
        <div className={styles.scope}>
          <Segmented<BulkScope>
            label={t('scope')}
            value={scope}
            onChange={(next) => {
              setStop(null);
              setScope(next);
            }}
            options={[
              // Cards cannot be selected.
              ...(isCards && start.scope !== 'selected'
                ? []
                : [{ value: 'selected' as const, label: t('selected', { rows: selected }) }]),
              { value: 'loaded', label: t('loaded', { rows: rows.rowsOf('loaded', fields).records.length }) },
              {
                value: 'matching',
                label:
                  extent.exactly === null
                    ? t(query.filter ? 'matching' : 'matchingTable')
                    : t(query.filter ? 'allMatching' : 'allOfTable', { rows: extent.exactly }),
              },
            ]}
          />
        </div>
        {query.filter && scope === 'matching' ? (
          <p className={styles.filter}>
            {t('filter', { filter: filterLine(query.filter, allColumns, q, wholeFilter) })}
          </p>
        ) : null}
        {/* A form with several fields is sent by Enter only where it has a button. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      {isLoading ? (
        <div className={styles.loading}>
          <p role="status">{t('loading', { rows: loading.rows, requests: loading.requests })}</p>
          <ProgressBar
            label={t('title')}
            value={scope === 'matching' && extent.exactly === null ? null : loading.rows}
            max={scope === 'matching' ? (extent.exactly ?? 1) : selected}
          />
          <RetryingNotice failing={rows.failing} look="line" />
        </div>
      ) : (
        <>
          <div className={styles.counts}>
            <p role="status">
              {problem ? (
                t(`problem.${problem}`)
              ) : (
                <>
                  {t.rich('found', {
                    change: found.changes,
                    same: found.same,
                    refused,
                    b: (chunks) => <b className="num">{chunks}</b>,
                  })}{' '}
                  {of.isComplete ? null : <span className="mid">{t('soFar', { rows: of.records.length })}</span>}
                </>
              )}
            </p>
            {of.isComplete ? null : (
              <Button size="small" kind="ghost" onClick={() => void rows.load(scope, fields)}>
                {t('loadAll')}
              </Button>
            )}
          </div>
          {of.drifted > 0 ? (
            <Notice strip tone="unknown">
              {t('drifted', { count: of.drifted })}
            </Notice>
          ) : null}
          {stop === 'too-many' || loading.phase === 'too-many' ? (
            <Notice strip tone="unknown">
              {t('tooMany', { most: stop === 'too-many' ? rangeRowsMax : bulkRowsMax })}
            </Notice>
          ) : stop !== null ? (
            <Notice strip tone="bad">
              {t(`problem.${stop}`)}
            </Notice>
          ) : loading.phase === 'moved' ? (
            <Notice strip tone="unknown">
              {t('moved')}
            </Notice>
          ) : loading.phase === 'failed' ? (
            <div className={styles.loading}>
              <p>{t('failed')}</p>
              <ApiErrorNotice error={loading.error} onRetry={() => void rows.load(scope, fields)} />
            </div>
          ) : null}
          <BulkPreview
            lines={found.lines}
            column={change.column}
            drafts={drafts.drafts}
            empty={t(problem ? 'previewEmpty' : of.isComplete ? 'nothing' : 'nothingSoFar')}
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  );
}
