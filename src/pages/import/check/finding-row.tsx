// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid answers the keyboard
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import { fieldName, fieldText, fieldWith } from '../../../jobs/results/job-field';
import type { JobField } from '../../../storage/job-rows';
import { Badge, type Tone } from '../../../ui/display/badge';
import { Button } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import styles from '../import.module.css';
import { lettersOf, Value } from '../value';
import { cellsThatFit } from './cells-that-fit';
import { keyOfRecord, useFindingWords } from './use-finding-words';

interface FindingRowProps {
  finding: RowFinding | undefined;
  fields: readonly JobField[];
  keyFields: readonly string[];
  index: number;
  /** Pixels for what changes. */
  room: number;
  selected: boolean;
  style: CSSProperties;
  onSelect(): void;
}

const tones: Record<RowState, Tone> = {
  'will-update': 'staged',
  'will-create': 'good',
  near: 'unknown',
  'no-change': 'neutral',
  conflict: 'unknown',
  asks: 'bad',
  refused: 'bad',
  'id-unknown': 'bad',
  invalid: 'bad',
  double: 'bad',
  unread: 'unknown',
};

/** One row of the file: its line, what would become of it, its record, and what changes. */
export function FindingRow({ finding, fields, keyFields, index, room, selected, style, onSelect }: FindingRowProps) {
  const t = useTranslations('import.check');
  const words = useFindingWords();
  if (!finding) return <div role="row" aria-rowindex={index + 2} className={styles.previewRow} style={style} />;
  const { record, live, state } = finding;
  const name = live?.title || live?.item_id || meantBy(finding, fields);
  // Which record it is says its key, where that is not its title.
  const key = live && finding.key ? keyOfRecord(live, fields, keyFields) : null;
  const near = words.near(finding, fields, keyFields);
  const beside = state === 'near' ? null : (near ?? words.alike(finding));
  const reason = state === 'near' ? near : words.reason(finding, fields, keyFields);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-state={state}
      onClick={onSelect}
      className={`${styles.previewRow} ${styles.finding}`}
      style={style}
    >
      <div role="gridcell" className="dim">
        {record.line}
      </div>
      <div role="gridcell">
        <Badge tone={tones[state]} title={reason ?? undefined}>
          {words.state(state)}
        </Badge>
      </div>
      <div role="gridcell" title={live?.item_id ?? name ?? undefined}>
        {state === 'will-create' ? <span className={styles.small}>{t('newRecord')} </span> : null}
        {name}
        {key && key !== name ? <span className={styles.small}> {key}</span> : null}
      </div>
      <div role="gridcell" className={styles.changes}>
        {/* The press goes on to the row, which opens. */}
        {finding.near ? (
          <Button size="small" kind="ghost">
            {words.choice(finding, fields, keyFields) ?? t('choose')}
          </Button>
        ) : null}
        {reason ? (
          <span className={classNames(styles.small, near !== null && styles.asWritten)} title={reason}>
            {reason}
          </span>
        ) : (
          <Changes finding={finding} fields={fields} room={room} />
        )}
        {beside !== null ? (
          <span className={classNames(styles.small, styles.asWritten)} title={beside}>
            {beside}
          </span>
        ) : null}
        {reason
          ? null
          : finding.stands?.map((id) => (
              <span key={id} className={styles.small}>
                {t('blankLeaves', { field: fieldName(fields, id) })}
              </span>
            ))}
        {reason
          ? null
          : record.misfits?.map((misfit) => (
              <span key={misfit.field_id} className={styles.small}>
                {words.misfit(misfit, fields)}
              </span>
            ))}
      </div>
    </div>
  );
}

/** What a row says of its record, where that was not found, or not alone. */
function meantBy({ record, key }: RowFinding, fields: readonly JobField[]): string | null {
  if (record.item_id !== null) return record.item_id;
  // By nothing: a text that is part of no key names no record.
  if (key === null) return null;
  return Object.entries(key.values)
    .map(([id, value]) => fieldText(value, fieldWith(fields, id)))
    .join(' · ');
}

function Changes({ finding, fields, room }: Pick<FindingRowProps, 'fields' | 'room'> & { finding: RowFinding }) {
  const changed = finding.cells.filter(({ state }) => state !== 'no-change' && state !== 'only-matches');
  const letters = changed.map((cell) => {
    const field = fieldWith(fields, cell.field_id);
    const old = finding.live === null ? 0 : lettersOf(cell.now, field);
    return (field?.name ?? cell.field_id).length + old + lettersOf(cell.after, field);
  });
  const shown = cellsThatFit(letters, room);
  return (
    <>
      {changed.slice(0, shown).map((cell) => (
        <Change
          key={cell.field_id}
          cell={cell}
          field={fieldWith(fields, cell.field_id)}
          isNew={finding.live === null}
        />
      ))}
      {changed.length > shown ? <span className={styles.small}>+{changed.length - shown}</span> : null}
    </>
  );
}

function Change({ cell, field, isNew }: { cell: CellFinding; field: JobField | undefined; isNew: boolean }) {
  return (
    <span className={styles.change}>
      <span>{field?.name ?? cell.field_id}</span>
      {isNew ? null : (
        <del className={styles.old}>
          <Value value={cell.now} field={field} />
        </del>
      )}
      <ins className={styles.new}>
        <Value value={cell.after} field={field} />
      </ins>
    </span>
  );
}
