import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { UpdateMode } from '../../../contract/records';
import { updateById } from '../../../jobs/check/dry-run';
import { Notice } from '../../../ui/display/notice';
import { Select } from '../../../ui/form/select';
import { KeyPicker } from '../record/record-key';
import styles from './review-dialog.module.css';
import type { ReviewSource } from './review-source';

interface ReviewModeProps {
  choice: ReturnType<typeof useUpdateMode>;
  fields: readonly { id: string; name: string }[];
}

/** How rows are matched to records: by ID, or by a key if there is none (4.5 rules 3 to 5). */
export function ReviewMode({ choice, fields }: ReviewModeProps) {
  const t = useTranslations('review');
  const { byKey, key, needsKey, setByKey, setKey } = choice;
  return (
    <div className={styles.mode}>
      <Select
        label={t('mode')}
        size="small"
        value={byKey ? 'upsert' : 'update'}
        onChange={(value) => setByKey(value === 'upsert')}
        options={[
          {
            value: 'update',
            label: t('modes.update'),
            hint: needsKey ? t('modes.updateCannot') : t('modes.updateHint'),
            disabled: needsKey,
          },
          { value: 'upsert', label: t('modes.upsert'), hint: t('modes.upsertHint') },
        ]}
      />
      {byKey ? <KeyPicker fields={fields} value={key} onChange={setKey} /> : null}
      {byKey && key.length === 0 ? <Notice tone="staged">{t('keyMissing')}</Notice> : null}
    </div>
  );
}

/** How the rows of a review find their records: the person's choice, where there is one (4.5 rules 3 to 5). */
export function useUpdateMode(
  source: ReviewSource,
  [key, setKey]: [readonly string[], (key: readonly string[]) => void],
) {
  // Rows without an id cannot be sent without a key at all: they are found by it, or created.
  const needsKey = source.changes.some(({ item_id }) => item_id === null);
  const [chosen, setByKey] = useState(false);
  const byKey = needsKey || chosen;
  const mode = useMemo<UpdateMode>(
    () => (byKey && key.length > 0 ? { update_type: 'upsert', update_by_fields: key } : updateById),
    [byKey, key],
  );
  return { mode, byKey, key, needsKey, setByKey, setKey };
}
