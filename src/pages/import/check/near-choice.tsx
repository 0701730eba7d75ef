import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { fieldWith } from '../../../jobs/results/job-field';
import { type NearChoice, tellingApart } from '../../../jobs/similar/similar-records';
import type { JobField } from '../../../storage/job-rows';
import { classNames } from '../../../ui/hooks/class-names';
import styles from '../import.module.css';
import { nameToChoose } from './use-finding-words';

interface NearChoiceProps {
  finding: RowFinding;
  fields: readonly JobField[];
  /** Fields of the table that the rows do not have. */
  others: readonly JobField[];
  keyFields: readonly string[];
  onChoose(choice: NearChoice): void;
}

/** What one row means that nearly equals a record: it is left out, or means one of those records, or a new one; where records have its very key, it is left out or means one of them. */
export function NearRowChoice({ finding, fields, others, keyFields, onChoose }: NearChoiceProps) {
  const t = useTranslations('import.check.near');
  const name = useId();
  const { near = [], nearTotal = near.length, lost = false, chosen } = finding;
  const several = finding.several || lost;
  const more = nearTotal - near.length;
  const apart =
    near.length > 1 ? tellingApart(near, finding, keyFields, (id) => fieldWith([...fields, ...others], id)) : null;
  const options: { choice: NearChoice; text: string; told?: string[] }[] = [
    { choice: 'out', text: t('rowOut') },
    ...near.map((record) => ({
      choice: record.item_id,
      text: t('rowUpdate', { name: nameToChoose(record, finding, fields, keyFields) }),
      told: [t('rowUpdateHint', { id: record.item_id }), ...(apart?.(record) ?? [])],
    })),
    ...(several ? [] : [{ choice: 'create' as const, text: t('rowCreate') }]),
  ];
  return (
    <fieldset className={styles.nearRow}>
      <legend>{t(lost ? 'rowOfLost' : several ? 'rowOfSeveral' : 'row')}</legend>
      {options.map(({ choice, text, told = [] }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the row after it takes its place, and the focus stays
        <label key={place} className={styles.radio}>
          <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span className={styles.asWritten}>
            {text}
            {told.map((part, index) => (
              <Fragment key={part}>
                {' '}
                <span className={classNames(styles.small, styles.part)}>
                  {index === told.length - 1 ? part : `${part} ·`}
                </span>
              </Fragment>
            ))}
          </span>
        </label>
      ))}
      {more > 0 ? <p className={styles.small}>{t(several ? 'moreOfSeveral' : 'more', { count: more })}</p> : null}
      {chosen === undefined ? <p className={styles.small}>{t('rowUndecided')}</p> : null}
      <p className={styles.small}>{t(finding.several ? 'otherWays' : 'keyStays')}</p>
    </fieldset>
  );
}
