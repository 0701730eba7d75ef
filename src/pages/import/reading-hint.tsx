import { useTranslations } from 'use-intl';
import type { ColumnFit } from '../../transfer/in/fit';
import type { ColumnChange, MappedColumn } from '../../transfer/in/mapping';
import { Button } from '../../ui/button';
import styles from './import.module.css';
import { betterForms, perhapsThousands } from './instead';
import { formKeys } from './written-form-keys';

interface ReadingHintProps {
  fit: ColumnFit;
  column: MappedColumn;
  texts: readonly string[];
  onChange(change: ColumnChange): void;
}

/** Where numbers or days look as if they were written otherwise than they are read: how, and a press that reads them so. */
export function ReadingHint({ fit, column, texts, onChange }: ReadingHintProps) {
  const t = useTranslations('import.columns');
  const thousands = perhapsThousands(texts, column);
  const forms =
    thousands === null ? betterForms(fit, column) : [{ form: 'comma' as const, gained: fit.filled, lost: 0 }];
  const [first] = forms;
  if (!first) return null;
  return (
    <div className={styles.readingHint}>
      <span>
        {thousands === null
          ? t('wouldFit', { count: first.gained, lost: first.lost })
          : t('perhapsThousands', { text: thousands, whole: thousands.replaceAll('.', '') })}
      </span>
      {forms.map(({ form }) => (
        <Button key={form} size="small" onClick={() => onChange({ written: form })}>
          {t('readAs', { form: t(`written.${formKeys[form]}`) })}
        </Button>
      ))}
    </div>
  );
}
