import { Fragment, type KeyboardEvent, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { disambiguation, type SimilarChoice } from '../../../jobs/check/similar-records';
import { noneOf } from '../../../jobs/results/job-words';
import { fieldName, fieldWith, shownText } from '../../../jobs/table/job-field';
import { liveValue } from '../../../jobs/table/record-key';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import { DataTable } from '../../../ui/display/data-table';
import { IconButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { focusWhenFree } from '../../../ui/hooks/focus-when-free';
import { CloseIcon } from '../../../ui/icons/icons';
import { oneLine, Small, Value } from '../step-parts';
import texts from './finding.module.css';
import styles from './finding-details.module.css';
import { useFindingWords } from './finding-words';
import { FixableCell } from './fixable-cell';
import { type FileCell, fileCellsOf } from './fixable-cells';
import type { RefusedTexts } from './use-fixes';

/** Wide: one finding, its row, and each of the ways to deal with it. */
interface FindingDetailsProps {
  finding: RowFinding;
  check: CheckRow;
  /** The columns of the file, with what was fixed in their cells. */
  mapped: readonly MappedColumn[];
  /** It, or another row, is being judged again. */
  judging: boolean;
  /** The field whose cell is being fixed; null while none is. */
  editing: string | null;
  /** What was typed in its cells and could not be taken. */
  refused: RefusedTexts;
  onEdit(fieldId: string): void;
  /** Editing has ended; `by` a key the focus is still to be given. */
  onLeave(by: 'key' | 'press'): void;
  /** Null: nothing is refused any more. */
  onRefuse(fieldId: string, text: string | null): void;
  /** Null: unchanged from the file. */
  onFix(fieldId: string, text: string | null): void;
  onChoose(choice: SimilarChoice): void;
  /** Escape: the list has the keys again. */
  onBack(): void;
  onClose(): void;
}

/** Every cell of one row, beside what the record holds. Those of the file can be fixed. */
export function FindingDetails(props: FindingDetailsProps) {
  const { finding, check, mapped, judging, editing, refused, onFix, onChoose, onBack, onClose } = props;
  const t = useTranslations('import.check');
  const recordId = useTranslations('import.columns')('recordId');
  const words = useFindingWords(check);
  const { fields } = check;
  const { record, live } = finding;
  const cells = fileCellsOf(finding, mapped, check.update_by_fields);
  const title = t('details', { line: String(record.line ?? '') });
  const reason = words.reason(finding);
  const similar = words.similar(finding);
  return (
    <aside
      ref={focusIfLost}
      tabIndex={-1}
      aria-label={title}
      className={styles.details}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onBack();
      }}
    >
      <div className={styles.part}>
        <b aria-live="polite">
          {title} · {judging ? t('fix.checking') : words.state(finding.state)}
        </b>
        <IconButton label={t('close')} size="small" icon={<CloseIcon size={14} />} onClick={onClose} />
      </div>
      {reason ? <p className={styles.part}>{reason}</p> : null}
      {similar ? <p className={classNames(styles.part, texts.asWritten)}>{similar}</p> : null}
      {finding.candidates ? <RecordChoice finding={finding} check={check} onChoose={onChoose} /> : null}
      {record.broken ? <p className={styles.part}>{t('fixLine')}</p> : null}
      {words.unfitTexts(finding).map((text) => (
        <p key={text} className={styles.part}>
          {text}
        </p>
      ))}
      {cells.length > 0 ? (
        <DataTable label={title} heads={['', t('old_value'), t('new_value')]}>
          {cells.map((own) => {
            const { field_id: id, cell } = own;
            const field = fieldWith(fields, id);
            const column = mapped.find(({ field_id }) => field_id === id);
            const name = id === 'item_id' ? recordId : fieldName(fields, id);
            const changes = cell !== null && cell.state !== 'no-change' && cell.state !== 'only-matches';
            return (
              <tr key={id}>
                <td>{name}</td>
                <td>
                  {live && id !== 'item_id' ? (
                    <span className={changes ? texts.old : undefined}>
                      <Value value={liveValue(live, id)} field={field} />
                    </span>
                  ) : (
                    '–'
                  )}
                </td>
                <td>
                  {column && record.line !== null ? (
                    <FixableCell
                      line={record.line}
                      name={name}
                      cell={own}
                      column={column}
                      editing={editing === id}
                      refused={refused[id]}
                      onEdit={() => props.onEdit(id)}
                      onLeave={props.onLeave}
                      onRefuse={(text) => props.onRefuse(id, text)}
                      onFix={(text) => onFix(id, text)}
                    >
                      <span className={own.wrong ? styles.unfits : changes ? texts.new : undefined}>
                        <InFile own={own} field={field} keeps={finding.keptByBlank?.includes(id) === true} />
                      </span>
                    </FixableCell>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </DataTable>
      ) : null}
      {record.fixed ? (
        <Small as="p" className={styles.note}>
          {t('fix.note')}
        </Small>
      ) : null}
    </aside>
  );
}

/** In one column it takes the place of the list, and the focus of it. */
function focusIfLost(place: HTMLElement | null): (() => void) | undefined {
  return place ? focusWhenFree(() => place.focus({ preventScroll: true })) : undefined;
}

interface InFileProps {
  own: FileCell;
  field: JobField | undefined;
  /** Its blank leaves a value of the record as it is. */
  keeps: boolean;
}

/** A cell as the file has it, and what it becomes where that is not the same. */
function InFile({ own: { cell, text: own }, field, keeps }: InFileProps) {
  const t = useTranslations('import.check');
  if (cell === null) {
    if (keeps) return <Small>{t('blankKeeps')}</Small>;
    return <Value value={own} field={undefined} />;
  }
  const { after, unfit } = cell;
  const becomes = shownText(after, field);
  if (cell.text === undefined || (!unfit && own === becomes)) return <Value value={after} field={field} />;
  return (
    <>
      <Value value={own} field={undefined} />
      {unfit ? null : <Small> {t('becomes', { value: oneLine(becomes) || t(noneOf(after)) })}</Small>}
    </>
  );
}

/** What one row means that is similar to a record, or whose key several have: it is skipped, or means one of those records, or (a similar one) a new one. */
function RecordChoice({ finding, check, onChoose }: Pick<FindingDetailsProps, 'finding' | 'check' | 'onChoose'>) {
  const t = useTranslations('import.check.near');
  const words = useFindingWords(check);
  const group = useId();
  const { candidates = [], candidatesInAll = candidates.length, unknownId = false, chosen } = finding;
  const several = finding.several || unknownId;
  const more = candidatesInAll - candidates.length;
  const fields = [...check.fields, ...check.others];
  const apart =
    candidates.length > 1
      ? disambiguation(candidates, finding, check.update_by_fields, (id) => fieldWith(fields, id))
      : null;
  const options: { choice: SimilarChoice; text: string; about?: string[] }[] = [
    { choice: 'out', text: t('rowOut') },
    ...candidates.map((record) => ({
      choice: record.item_id,
      text: t('rowUpdate', { name: words.nameOf(record, finding) }),
      about: [t('rowUpdateHint', { id: record.item_id }), ...(apart?.(record) ?? [])],
    })),
    ...(several ? [] : [{ choice: 'create' as const, text: t('rowCreate') }]),
  ];
  return (
    <fieldset className={styles.choice}>
      <legend>{t(unknownId ? 'rowOfLost' : several ? 'rowOfSeveral' : 'row')}</legend>
      {options.map(({ choice, text, about = [] }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the row after it takes its place, and the focus stays
        <label key={place} className={styles.option}>
          <input type="radio" name={group} checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span className={texts.asWritten}>
            {text}
            {about.map((part, index) => (
              <Fragment key={part}>
                {' '}
                <Small className={styles.about}>{index === about.length - 1 ? part : `${part} ·`}</Small>
              </Fragment>
            ))}
          </span>
        </label>
      ))}
      {more > 0 ? <Small as="p">{t(several ? 'moreOfSeveral' : 'more', { count: more })}</Small> : null}
      {chosen === undefined ? <Small as="p">{t('rowUndecided')}</Small> : null}
      {finding.several ? <Small as="p">{t('otherWays')}</Small> : null}
      {finding.several ? null : <Small as="p">{t('keyStays')}</Small>}
    </fieldset>
  );
}
