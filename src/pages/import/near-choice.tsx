import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { RowFinding } from '../../jobs/dry-run';
import type { NearChoice } from '../../jobs/near-rows';
import type { JobField } from '../../storage/job-rows';
import styles from './import.module.css';
import { keyOfRecord } from './use-finding-words';

interface NearChoiceProps {
  finding: RowFinding;
  fields: readonly JobField[];
  keyFields: readonly string[];
  onChoose(choice: NearChoice): void;
}

/** What one row means that nearly equals a record: nothing, one of those records, or a new one. */
export function NearRowChoice({ finding, fields, keyFields, onChoose }: NearChoiceProps) {
  const t = useTranslations('import.check.near');
  const name = useId();
  const { near = [], nearTotal = near.length, chosen = null } = finding;
  const options: { choice: NearChoice; text: string; hint?: string }[] = [
    { choice: null, text: t('rowOut') },
    ...near.map((record) => ({
      choice: record.item_id,
      text: t('rowUpdate', { name: keyOfRecord(record, fields, keyFields) }),
      hint: t('rowUpdateHint', { id: record.item_id }),
    })),
    { choice: 'create', text: t('rowCreate') },
  ];
  return (
    <fieldset className={styles.nearRow}>
      <legend>{t('row')}</legend>
      {options.map(({ choice, text, hint }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the row after it takes its place, and the focus stays
        <label key={place} className={styles.radio}>
          <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
          <span className={styles.asWritten}>
            {text}
            {hint ? <span className={styles.small}> {hint}</span> : null}
          </span>
        </label>
      ))}
      <p className={styles.small}>{t('keyStays')}</p>
      {nearTotal > near.length ? <p className={styles.small}>{t('more', { count: nearTotal - near.length })}</p> : null}
    </fieldset>
  );
}
