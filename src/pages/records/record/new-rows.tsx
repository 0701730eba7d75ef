import { useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { inertDocument } from '../../../api/wire/trusted-types';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import { newRecordId, type RecordDraft, type RetriedRow } from '../../../edits/drafts';
import { newRecordsOf } from '../../../edits/new-records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import { useColumnLayout } from '../../../grid/columns/column-layout';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { PlainHeader } from '../../../grid/columns/plain-header';
import type { Refusal } from '../../../grid/edit/range-edits';
import { Grid, type GridHandle, plainHeadHeight, useRowHeight } from '../../../grid/grid';
import { clampSelection, type Selection, selectCell } from '../../../grid/selection/selection';
import { useJobWords } from '../../../jobs/results/job-words';
import { whyNotSent } from '../../../jobs/table/row-reasons';
import { joinSentences } from '../../../texts/join-sentences';
import { Notice } from '../../../ui/display/notice';
import { isOfTheWay, useFocusWhenFree } from '../../../ui/hooks/focus-when-free';
import { cardsWindow, useMedia } from '../../../ui/hooks/use-media';
import { PlusIcon } from '../../../ui/icons/icons';
import type { ChosenColumns } from '../columns/use-chosen-columns';
import { RefusedStrip } from '../edit/refused-cells';
import { SentText } from '../edit/sent-value';
import { useCellNotices } from '../edit/use-cell-notices';
import styles from './new-rows.module.css';

interface NewRowsProps {
  chosen: ChosenColumns;
  drafts: DraftsOfTable;
  /** The one to start at: its row, or what does not fit in it, gets the focus. */
  startAt: Id | null;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  readOnly: string | null;
  /** Opens one of them, or another one, beside the rows. */
  onOpen(id: Id): void;
  onReview(): void;
  onLeave(): void;
}

/** Rows or cards that are seen at once. */
const seen = { rows: 5, cards: 2 };
/** Space in px that each row leaves for a scroll bar below them. */
const spare = 3;

/** The records that are to be created, as rows below those of the table: with the same columns, and edited alike. */
export function NewRows({ chosen, drafts, startAt, readOnly, onOpen, onReview, onLeave }: NewRowsProps) {
  const t = useTranslations('edits');
  const place = useRef<HTMLDivElement>(null);
  const isCards = useMedia(cardsWindow);
  const made = useMemo(() => newRecordsOf(drafts.drafts), [drafts.drafts]);
  const records = useMemo(() => made.map(recordOf), [made]);
  const rows = made.length;
  const layout = useColumnLayout(place, 0, chosen.table, rows);
  const grid = useRef<GridHandle>(null);
  const [selection, setSelection] = useState<Selection>(() => selectCell(0, 0));
  const [started, setStarted] = useState<Id | null>(null);
  const first = made.findIndex(({ record }) => record.item_id === startAt);
  if (startAt !== started) {
    setStarted(startAt);
    const column = layout.laid.findIndex(({ column: { id } }) => made[first]?.cells.get(id)?.unfit);
    if (first >= 0) setSelection(selectCell(first, Math.max(0, column)));
  }
  const start = () => {
    if (first < 0) return;
    grid.current?.show(selection.active.row);
    grid.current?.revealColumn(selection.active.column);
    grid.current?.focus();
  };
  useFocusWhenFree(startAt, start, { atFirst: true, isFree: isOfTheWay });
  const shown = clampSelection(selection, { rows, columns: layout.laid.length });
  const { sayReadOnly, sayCopied } = useCellNotices(readOnly, rows, selection);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const said = useRetriedWords();
  const draft = made[shown.active.row];
  const column = layout.laid[shown.active.column]?.column;
  const rowHeight = useRowHeight() + spare;
  const height = (isCards ? 0 : plainHeadHeight) + Math.min(rows, isCards ? seen.cards : seen.rows) * rowHeight;
  return (
    <section aria-label={t('newRecords')} className={styles.rows}>
      <p className={styles.title}>
        <PlusIcon size={14} />
        {t('newRecords')}
      </p>
      <div ref={place} className={styles.grid} style={{ height }}>
        <Grid
          ref={grid}
          label={t('newRecords')}
          layout={layout}
          firstSize={{ width: 0, height }}
          heads={PlainHeader}
          rows={rows}
          rowCount={rows}
          recordAt={(row) => records[row]}
          failure={null}
          drafts={drafts.drafts}
          query={nothingAsked}
          selection={shown}
          openRecord={null}
          busy={false}
          editable={readOnly === null}
          onSelection={setSelection}
          onFindEnd={ignore}
          onLook={ignore}
          onStage={drafts.stage}
          onOpen={({ item_id }) => onOpen(item_id)}
          // Each of them is here.
          onReadRange={() => Promise.resolve({ rows, recordAt: (row: number) => records[row] })}
          onRefused={setRefused}
          onReadOnly={(which) => sayReadOnly(which, true)}
          onCopied={sayCopied}
          parseHtml={inertDocument}
          markAt={(row) => said(retriedOf(made[row]))}
          sentOf={() => undefined}
          FileView={null}
          onOpenFile={ignore}
          onCommand={(command) => {
            if (command === 'leave') onLeave();
            else if (command === 'open' && draft) onOpen(draft.record.item_id);
            else if (command === 'new-record') onOpen(newRecordId(Date.now(), Math.random()));
            else if (command === 'undo') drafts.undo();
            else if (command === 'redo') drafts.redo();
            else if (command === 'review') onReview();
          }}
        />
      </div>
      {refused.length > 0 ? (
        <RefusedStrip refused={refused} onShow={null} onClose={() => setRefused([])} />
      ) : (
        <RetriedStrip draft={draft} column={column} />
      )}
    </section>
  );
}

/** What became of a row, and of its active cell, in the job that it was opened from. */
export function RetriedStrip({ draft, column }: { draft: RecordDraft | undefined; column: GridColumn | undefined }) {
  const g = useTranslations('grid');
  const said = useRetriedWords();
  const own = column && draft?.cells.get(column.id);
  const text = said(retriedOf(draft));
  if (text === null) return null;
  return (
    <Notice strip="below" tone="bad" title={own?.retried && column ? columnLabel(column, g) : undefined}>
      {' '}
      {own?.retried && column ? (
        <SentText column={column} cell={{ before: own.before, after: own.retried.sent, said: text }} />
      ) : (
        text
      )}
    </Notice>
  );
}

/** What became of a row in its job, as long as that still applies: a text that did not fit may have been fixed since. */
export function retriedOf(draft: RecordDraft | undefined): RetriedRow | undefined {
  const cells = [...(draft?.cells.values() ?? [])];
  const retried = cells.find((cell) => cell.retried)?.retried;
  const isFixed = whyNotSent(retried?.result.reason ?? null) === 'misfit' && !cells.some(({ unfit }) => unfit);
  return isFixed ? undefined : retried;
}

/** Says what became of a row in its job: outcome, reason, and of a duplicate that it waits for somebody who includes it. */
function useRetriedWords(): (retried: RetriedRow | undefined) => string | null {
  const t = useTranslations('edits');
  const j = useTranslations('jobs');
  const words = useJobWords(anyJob);
  return (retried) => {
    if (!retried) return null;
    const { line, result } = retried;
    const hint = words.reason({ line, result, sent: {}, before: null, read_at: null });
    const said = j('saidMark', { outcome: words.outcome(result), hint });
    return whyNotSent(result.reason) === 'duplicate' ? joinSentences(said, t('retriedDuplicate')) : said;
  };
}

/** What became of a row is said alike of every job. */
const anyJob: Parameters<typeof useJobWords>[0] = {
  order: 'stop',
  fields: [],
  update_type: 'upsert',
  update_by_fields: [],
};

/** A record that is not there: all that it holds are its drafts. */
function recordOf({ record: { item_id } }: RecordDraft): DwRecord {
  return { item_id, title: '', created_on: '', created_by: null, updated_on: '', updated_by: null, fields: {} };
}

const nothingAsked = { filter: null, order: null };

function ignore(): void {}
