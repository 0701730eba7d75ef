import { useTranslations } from 'use-intl';
import type { ColumnFit } from '../../../transfer/in/mapping/fit';
import type { ColumnChange, MappedColumn } from '../../../transfer/in/mapping/mapping';
import { Button } from '../../../ui/form/button';
import styles from '../import.module.css';
import { betterForms, perhapsIds, perhapsThousands } from './instead';
import { formKeys } from './written-form-keys';

interface ReadingHintProps {
  /** As the file has it. */
  head: string;
  fit: ColumnFit;
  column: MappedColumn;
  texts: readonly string[];
  onChange(change: ColumnChange): void;
}

/** Where numbers, days or references look as if they were written otherwise than they are read: how, and a press that reads them so. */
export function ReadingHint({ head, fit, column, texts, onChange }: ReadingHintProps) {
  const t = useTranslations('import.columns');
  const thousands = perhapsThousands(texts, column);
  const ids = perhapsIds(fit, head, column);
  const better = betterForms(fit, column);
  const [first] = better;
  const forms = thousands !== null ? (['comma'] as const) : ids ? [ids.form] : better.map(({ form }) => form);
  if (forms.length === 0) return null;
  return (
    <div className={styles.readingHint}>
      <span>
        {thousands !== null
          ? t('perhapsThousands', { text: thousands, whole: thousands.replaceAll('.', '') })
          : ids
            ? t('perhapsIds', { count: ids.turned })
            : first && t('wouldFit', { count: first.gained, lost: first.lost, turned: first.turned })}
      </span>
      {forms.map((form) => (
        <Button key={form} size="small" onClick={() => onChange({ written: form })}>
          {t('readAs', { form: t(`written.${formKeys[form]}`) })}
        </Button>
      ))}
    </div>
  );
}
