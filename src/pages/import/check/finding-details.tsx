import { useTranslations } from 'use-intl';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { liveValue } from '../../../jobs/plan/record-key';
import { fieldName, fieldWith, shownText } from '../../../jobs/results/job-field';
import type { NearChoice } from '../../../jobs/similar/similar-records';
import type { JobField } from '../../../storage/job-rows';
import { DataTable } from '../../../ui/display/data-table';
import { IconButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { CloseIcon } from '../../../ui/icons/icons';
import styles from '../import.module.css';
import { oneLine } from '../one-line';
import { Value } from '../value';
import { NearRowChoice } from './near-choice';
import { useFindingWords } from './use-finding-words';

interface FindingDetailsProps {
  finding: RowFinding;
  fields: readonly JobField[];
  /** Fields of the table that the rows do not have. */
  others: readonly JobField[];
  keyFields: readonly string[];
  onChoose(choice: NearChoice): void;
  onClose(): void;
}

/** Every cell of one row, beside what the record holds. */
export function FindingDetails({ finding, fields, others, keyFields, onChoose, onClose }: FindingDetailsProps) {
  const t = useTranslations('import.check');
  const words = useFindingWords();
  const reason = words.reason(finding, fields, keyFields);
  const near = words.near(finding, fields, keyFields) ?? words.alike(finding);
  const title = t('details', { line: String(finding.record.line ?? '') });
  return (
    <aside aria-label={title} className={styles.details}>
      <div className={styles.detailsHead}>
        <b>
          {title} · {words.state(finding.state)}
        </b>
        <IconButton label={t('close')} size="small" icon={<CloseIcon size={14} />} onClick={onClose} />
      </div>
      {reason ? <p className={styles.detailsHead}>{reason}</p> : null}
      {near ? <p className={classNames(styles.detailsHead, styles.asWritten)}>{near}</p> : null}
      {finding.near ? (
        <NearRowChoice finding={finding} fields={fields} others={others} keyFields={keyFields} onChoose={onChoose} />
      ) : null}
      {finding.record.broken ? <p className={styles.detailsHead}>{t('mendLine')}</p> : null}
      {finding.record.misfits?.map((misfit) => (
        <p key={misfit.field_id} className={styles.detailsHead}>
          {words.misfit(misfit, fields)}
        </p>
      ))}
      {finding.cells.length > 0 || finding.stands ? (
        <DataTable label={title}>
          <thead>
            <tr>
              <th />
              <th>{t('old_value')}</th>
              <th>{t('new_value')}</th>
            </tr>
          </thead>
          <tbody>
            {finding.stands?.map((id) => {
              const field = fieldWith(fields, id);
              return (
                <tr key={id}>
                  <td>{fieldName(fields, id)}</td>
                  <td>{finding.live ? <Value value={liveValue(finding.live, id)} field={field} /> : '–'}</td>
                  <td className={styles.small}>{t('blankKeeps')}</td>
                </tr>
              );
            })}
            {finding.cells.map((cell) => {
              const field = fieldWith(fields, cell.field_id);
              const changes = cell.state !== 'no-change' && cell.state !== 'only-matches';
              return (
                <tr key={cell.field_id}>
                  <td>{fieldName(fields, cell.field_id)}</td>
                  <td>
                    {finding.live ? (
                      <span className={changes ? styles.old : undefined}>
                        <Value value={cell.now} field={field} />
                      </span>
                    ) : (
                      '–'
                    )}
                  </td>
                  <td>
                    <span className={cell.state === 'unfit' ? styles.unfits : changes ? styles.new : undefined}>
                      <InFile cell={cell} field={field} />
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
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
      {unfit ? null : <span className={styles.small}> {t('becomes', { value: oneLine(becomes) || t('empty') })}</span>}
    </>
  );
}
