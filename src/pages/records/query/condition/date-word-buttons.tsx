import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/form/button';
import styles from './condition-form.module.css';
import { type DateSpan, offeredDateWords, spanOf } from './date-words';

interface DateWordButtonsProps {
  /** `YYYY-MM-DD` */
  today: string;
  /** Also words that stand for several days. */
  periods: boolean;
  onChoose(span: DateSpan): void;
}

/** Words for days; a press writes the exact days that they stand for. */
export function DateWordButtons({ today, periods, onChoose }: DateWordButtonsProps) {
  const t = useTranslations('filters.form');
  const spans = offeredDateWords.map((word) => ({ word, span: spanOf(word, today) }));
  return (
    <fieldset className={styles.words}>
      <legend className={styles.legend}>{t('words')}</legend>
      {spans
        .filter(({ span }) => periods || span.from === span.to)
        .map(({ word, span }) => (
          <Button
            key={word}
            kind="ghost"
            size="small"
            tooltip={span.from === span.to ? span.from : `${span.from} – ${span.to}`}
            onClick={() => onChoose(span)}
          >
            {t(`dateWords.${word}`)}
          </Button>
        ))}
    </fieldset>
  );
}
