import { useTranslations } from 'use-intl';
import { type ColumnFit, unfitOf } from '../../../transfer/in/mapping/fit';
import { type Instead, type MappedColumn, withInstead } from '../../../transfer/in/mapping/mapping';
import { Checkbox } from '../../../ui/form/checkbox';
import styles from '../import.module.css';
import { useGrowing } from '../use-growing';
import { becomesValue } from './instead';
import { reasonKeys } from './misfit-reasons';
import { OtherValue } from './other-value';

interface UnfitTextsProps {
  name: string;
  fit: ColumnFit;
  column: MappedColumn;
  onChange(instead: Instead | undefined): void;
}

/** Each text of a column that does not fit, with what it is read as: another value of the field, or a blank. */
export function UnfitTexts({ name, fit, column, onChange }: UnfitTextsProps) {
  const t = useTranslations('import.columns');
  const said = new Map(column.instead);
  const texts = [...fit.unfitTexts].sort(([, a], [, b]) => b.count - a.count);
  const shown = useGrowing(texts.length);
  const rest = unfitOf(fit) + fit.mended - texts.reduce((sum, [, { count }]) => sum + count, 0);
  const becomes = becomesValue(column);
  return (
    <section aria-label={t('instead.title', { column: name })} className={styles.unfitTexts}>
      <p className={styles.small}>{t('instead.how')}</p>
      <ul>
        {texts.slice(0, shown).map(([text, { count, reason }]) => {
          const other = said.get(text) ?? null;
          const say = (next: string | null): void => onChange(withInstead(column.instead, text, next));
          return (
            <li key={text} className={styles.unfitRow}>
              <span className={styles.unfitText} title={text}>
                “{text}”
              </span>
              <span className={styles.small}>
                {t('instead.cells', { count, reason: t(`reason.${reasonKeys[reason]}`) })}
              </span>
              <OtherValue
                label={t('instead.as', { text })}
                column={column}
                value={other}
                becomes={becomes}
                onSay={say}
              />
              <Checkbox
                label={t(column.blank === 'clear' ? 'instead.clears' : 'instead.keeps')}
                checked={other === ''}
                onChange={(on) => say(on ? '' : null)}
              />
            </li>
          );
        })}
      </ul>
      {rest > 0 ? <p className={styles.small}>{t('instead.rest', { count: rest })}</p> : null}
    </section>
  );
}
