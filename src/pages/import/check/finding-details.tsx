import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { liveValue } from '../../../jobs/plan/record-key';
import { fieldName, fieldWith, shownText } from '../../../jobs/results/job-field';
import type { SimilarChoice } from '../../../jobs/similar/similar-records';
import { disambiguation } from '../../../jobs/similar/similar-records';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import { DataTable } from '../../../ui/display/data-table';
import { IconButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { CloseIcon } from '../../../ui/icons/icons';
import { oneLine, Value } from '../import-texts';
import { Small } from '../step-parts';
import texts from './finding.module.css';
import styles from './finding-details.module.css';
import { useFindingWords } from './finding-words';

interface FindingDetailsProps {
  finding: RowFinding;
  check: CheckRow;
  onChoose(choice: SimilarChoice): void;
  onClose(): void;
}

/** Every cell of one row, beside what the record holds. */
export function FindingDetails({ finding, check, onChoose, onClose }: FindingDetailsProps) {
  const t = useTranslations('import.check');
  const words = useFindingWords(check);
  const { fields } = check;
  const { record, live, keptByBlank = [], cells } = finding;
  const title = t('details', { line: String(record.line ?? '') });
  const reason = words.reason(finding);
  const similar = words.similar(finding);
  return (
    <aside aria-label={title} className={styles.details}>
      <div className={styles.part}>
        <b>
          {title} · {words.state(finding.state)}
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
      {cells.length > 0 || finding.keptByBlank ? (
        <DataTable label={title} heads={['', t('old_value'), t('new_value')]}>
          {keptByBlank.map((id) => (
            <tr key={id}>
              <td>{fieldName(fields, id)}</td>
              <td>{live ? <Value value={liveValue(live, id)} field={fieldWith(fields, id)} /> : '–'}</td>
              <Small as="td">{t('blankKeeps')}</Small>
            </tr>
          ))}
          {cells.map((cell) => {
            const field = fieldWith(fields, cell.field_id);
            const changes = cell.state !== 'no-change' && cell.state !== 'only-matches';
            return (
              <tr key={cell.field_id}>
                <td>{fieldName(fields, cell.field_id)}</td>
                <td>
                  {live ? (
                    <span className={changes ? texts.old : undefined}>
                      <Value value={cell.now} field={field} />
                    </span>
                  ) : (
                    '–'
                  )}
                </td>
                <td>
                  <span className={cell.state === 'unfit' ? styles.unfits : changes ? texts.new : undefined}>
                    <InFile cell={cell} field={field} />
                  </span>
                </td>
              </tr>
            );
          })}
        </DataTable>
      ) : null}
    </aside>
  );
}

/** A cell as the file has it, and what it becomes where that is not the same. */
function InFile({ cell, field }: { cell: CellFinding; field: JobField | undefined }) {
  const t = useTranslations('import.check');
  const { after, unfit, text, own = text } = cell;
  const becomes = shownText(after, field);
  if (own === undefined || (!unfit && own === becomes)) return <Value value={after} field={field} />;
  return (
    <>
      <Value value={own} field={undefined} />
      {unfit ? null : <Small> {t('becomes', { value: oneLine(becomes) || t('empty') })}</Small>}
    </>
  );
}

/** What one row means that is similar to a record, or whose key several have: it is skipped, or means one of those records, or (a similar one) a new one. */
function RecordChoice({ finding, check, onChoose }: Omit<FindingDetailsProps, 'onClose'>) {
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
