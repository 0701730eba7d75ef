import { useFormatter, useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import type { Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import type { CellPlace } from '../../../edits/drafts';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { disambiguation } from '../../../jobs/check/similar-records';
import { shownText } from '../../../jobs/table/job-field';
import { canName } from '../../../jobs/table/record-key';
import { rowReasonKey } from '../../../jobs/table/row-reasons';
import type { JobField } from '../../../storage/job-rows';
import { Badge } from '../../../ui/display/badge';
import { Button } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { Popover } from '../../../ui/overlay/popover';
import styles from './review-list.module.css';
import type { ReviewSource } from './review-source';

/** One line of the review: one cell of one record. */
export interface ReviewLine {
  finding: RowFinding;
  cell: CellFinding;
  field: JobField;
  /** First of its record in this order: the one that carries the record's check box. */
  first: boolean;
}

export interface ReviewLineProps {
  excluded: ReadonlySet<string>;
  onInclude(rows: readonly string[], include: boolean): void;
  source: ReviewSource;
  onAllow(place: CellPlace): void;
  taken: ReadonlySet<string>;
  fieldOf(fieldId: string): JobField;
  keyFields: readonly string[];
  /** Whether an earlier change of the record may still be applied. */
  hasOpenWrite(finding: RowFinding): boolean;
}

const tones: Record<CellFinding['state'], 'staged' | 'neutral' | 'unknown' | 'bad'> = {
  'will-update': 'staged',
  'no-change': 'neutral',
  conflict: 'unknown',
  asks: 'bad',
  'only-matches': 'neutral',
  unfit: 'bad',
  unread: 'unknown',
};

interface StateProps extends Pick<ReviewLineProps, 'keyFields' | 'fieldOf'> {
  line: ReviewLine;
  left: boolean;
}

/** The result for a cell, or the reason why it stays. */
export function State({ line: { finding, cell, first }, left, keyFields, fieldOf }: StateProps) {
  const t = useTranslations('review');
  const join = useJoin();
  const format = useFormatter();
  if (left) return <Badge>{t('states.left')}</Badge>;
  if (cell.state === 'unfit') return <Badge tone="bad">{t('states.unfit')}</Badge>;
  if (['invalid', 'id-unknown', 'duplicate', 'refused'].includes(finding.state) && finding.reason) {
    // It concerns the row, and is shown once.
    if (!first) return null;
    if (finding.reason === 'does-not-fit') return <Badge tone="bad">{t('states.kept_back')}</Badge>;
    if (finding.reason === 'key-missing' || finding.reason === 'key-empty') {
      const names = blankKeyFields(finding, keyFields).map((id) => fieldOf(id).name);
      return <Badge tone="bad">{t('keyBlank', { fields: join(names) })}</Badge>;
    }
    const reason = t(`reasons.${rowReasonKey(finding.reason) ?? 'gone'}`, { line: String(finding.record.line ?? '') });
    return <Badge tone="bad">{reason}</Badge>;
  }
  if (finding.state === 'unread') return <Badge tone="unknown">{t('states.unread')}</Badge>;
  if (cell.state === 'conflict') {
    const name = finding.live?.updated_by?.name;
    const time = finding.live?.updated_on;
    return (
      <Badge tone="unknown" title={time ? t('serviceTime', { time }) : undefined}>
        {name ? t('states.conflictBy', { name }) : t('states.conflict')}
      </Badge>
    );
  }
  if (finding.state === 'will-create') {
    return <Badge tone="staged">{t(cell.state === 'only-matches' ? 'states.key' : 'states.will_create')}</Badge>;
  }
  const read =
    finding.read_at === null
      ? undefined
      : t('readAt', { time: format.dateTime(finding.read_at, { timeStyle: 'medium', hourCycle: 'h23' }) });
  return (
    <Badge tone={tones[cell.state]} title={read}>
      {t(`states.${stateKeys[cell.state]}`)}
    </Badge>
  );
}

/** The fields of the key that have no value in a row. */
function blankKeyFields({ cells }: RowFinding, keyFields: readonly string[]): string[] {
  return keyFields.filter((id) => !cells.some(({ field_id, after }) => field_id === id && canName(after)));
}

const stateKeys = {
  'will-update': 'will_update',
  'no-change': 'no_change',
  conflict: 'conflict',
  asks: 'asks',
  'only-matches': 'only_matches',
  unfit: 'unfit',
  unread: 'unread',
} as const;

type LineActions = Omit<ReviewLineProps, 'excluded' | 'onInclude' | 'hasOpenWrite'> & { line: ReviewLine };

/** What can be done about a cell, and about its record. */
export function Actions({ line, source, onAllow, ...which }: LineActions) {
  const { revert, keepMine, chooseRecord } = source;
  // Cells removed from the undo of a job were not edited by the user.
  const undo = source.undoes !== null;
  const { finding, cell, field, first } = line;
  const t = useTranslations('review');
  const changes = useTranslations('changes');
  const place = { item_id: finding.record.row, field_id: cell.field_id };
  const isNew = finding.record.item_id === null && finding.live === null;
  const record = isNew ? changes('newRecord') : finding.live?.title || finding.record.title || place.item_id;
  if (cell.state === 'conflict') {
    return (
      <>
        <Button size="small" onClick={() => keepMine([{ ...place, before: cell.now }])}>
          {t('keepMine')}
        </Button>
        <Button size="small" kind="ghost" onClick={() => revert([place])}>
          {t('takeTheirs')}
        </Button>
      </>
    );
  }
  return (
    <>
      {first && finding.several && chooseRecord ? (
        <WhichRecord {...which} finding={finding} onChoose={(record) => chooseRecord(place.item_id, record)} />
      ) : null}
      {cell.state === 'asks' ? (
        <Button size="small" onClick={() => onAllow(place)}>
          {t('allow')}
        </Button>
      ) : null}
      <Button
        size="small"
        kind="ghost"
        aria-label={t(undo ? 'leaveOutCell' : 'revertCell', { field: field.name, record })}
        onClick={() => revert([place])}
      >
        {t(undo ? 'leaveOut' : 'revert')}
      </Button>
      {first && cell.state !== 'asks' && finding.cells.length > 1 ? (
        <Button
          size="small"
          kind="ghost"
          onClick={() => revert(finding.cells.map(({ field_id }) => ({ item_id: place.item_id, field_id })))}
        >
          {t(undo ? 'leaveOutRecord' : 'revertRecord')}
        </Button>
      ) : null}
    </>
  );
}

interface OldAndNewProps {
  cell: CellFinding;
  field: JobField;
  /** There is no record yet, so there is no old value. */
  created: boolean;
}

/** More of a text is only in the exact JSON: a browser takes seconds to lay out one of 2 MB. */
const shownMax = 2000;

/** What a cell was and will be; with a conflict also what it is now. */
export function OldAndNew({ cell, field, created }: OldAndNewProps) {
  const t = useTranslations('review');
  const { before, now, state, kinds } = cell;
  const after = cell.unfit ? (cell.text ?? null) : cell.after;
  if (state === 'conflict') {
    return (
      <span className={styles.values}>
        <span className="dim">{t('read')}</span> <Value value={before} field={field} />
        <span className="dim">· {t('now')}</span>
        <b className={styles.theirs}>
          <Value value={now} field={field} />
        </b>
        <span className="dim">· {t('mine')}</span>
        <b className={styles.mine}>
          <Value value={after} field={field} />
        </b>
      </span>
    );
  }
  // The expected value may never have been there; only the current one is certain.
  if (state === 'no-change') {
    return (
      <span className={styles.values}>
        <span className="dim">{t('holds')}</span> <Value value={now} field={field} />
      </span>
    );
  }
  return (
    <span className={styles.values}>
      {created ? null : (
        <del className={styles.old}>
          <Value value={before} field={field} />
        </del>
      )}
      <ins className={styles.mine}>
        <Value value={after} field={field} />
      </ins>
      {kinds ? (
        <span className={styles.kinds}>{t('kinds', { from: t(`kind.${kinds.from}`), to: t(`kind.${kinds.to}`) })}</span>
      ) : null}
    </span>
  );
}

/** A value as text; missing, null and empty each in its word. */
function Value({ value, field }: { value: Json | undefined; field: JobField }) {
  const t = useTranslations('review');
  if (value === undefined) return <i>{t('missing')}</i>;
  if (value === null) return <i>{t('null')}</i>;
  const text = shownText(value, field);
  if (text === '') return <i>{t('empty')}</i>;
  const shown = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  return (
    <bdi dir="auto" title={shown} className={styles.value}>
      {shown}
    </bdi>
  );
}

interface WhichRecordProps {
  finding: RowFinding;
  fieldOf(fieldId: string): JobField;
  keyFields: readonly string[];
  /** Records that have changes of their own here: they cannot be meant once more. */
  taken: ReadonlySet<Id>;
  onChoose(record: DwRecord): void;
}

/** Asks which of the records with a row's key it means, each with what distinguishes it. */
function WhichRecord({ finding, fieldOf, keyFields, taken, onChoose }: WhichRecordProps) {
  const t = useTranslations('review.which');
  const records = finding.candidates ?? [];
  return (
    <Popover
      label={t('title')}
      align="end"
      trigger={<Button size="small">{t('open', { count: records.length })}</Button>}
    >
      {(close) => {
        const apart = disambiguation(records, finding, keyFields, fieldOf);
        return (
          <>
            <p className={styles.whichHint}>{t('hint')}</p>
            <ul className={styles.which}>
              {records.map((record) => (
                <li key={record.item_id}>
                  <Button
                    kind="ghost"
                    disabledReason={taken.has(record.item_id) ? t('taken') : null}
                    onClick={() => {
                      close();
                      onChoose(record);
                    }}
                  >
                    {[record.title, record.item_id, ...apart(record)].filter(Boolean).join(' · ')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Popover>
  );
}
