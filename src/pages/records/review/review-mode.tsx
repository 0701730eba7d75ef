import { useTranslations } from 'use-intl';
import { Notice } from '../../../ui/display/notice';
import { Select } from '../../../ui/form/select';
import { KeyPicker } from '../record/key-picker';
import styles from './review.module.css';
import type { ModeChoice } from './use-update-mode';

interface ReviewModeProps {
  choice: ModeChoice;
  /** Fields that can be part of a key. */
  fields: readonly { id: string; name: string }[];
}

/** How the rows find their records: by id, or by a key where there is none (4.5 rules 3 to 5). */
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
