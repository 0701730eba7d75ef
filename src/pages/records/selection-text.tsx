import { useFormatter, useTranslations } from 'use-intl';
import { numberText, type SelectionSummary } from '../../grid/selection/selection-summary';
import { CheckIcon } from '../../ui/icons/icons';
import styles from './status-bar.module.css';

/** What the cells of a selection come to. @param exact whether it is known how many rows there are */
export function SelectionText({ summary, exact }: { summary: SelectionSummary; exact: boolean }) {
  const t = useTranslations('records');
  const format = useFormatter();
  const { cells, filled, numbers, rows, rowsRead } = summary;
  const parts: [string, string][] = [];
  if (filled > 0) parts.push([t('filled'), format.number(filled)]);
  for (const each of ['sum', 'mean', 'min', 'max'] as const) {
    if (numbers) parts.push([t(each), numberText(numbers[each])]);
  }
  return (
    <>
      {t('selectedCells', { count: cells })}
      {rowsRead < rows ? ` · ${t(exact ? 'selectedRead' : 'selectedReadAtLeast', { read: rowsRead, rows })}` : null}
      {parts.map(([name, text]) => (
        <span key={name}>
          {' · '}
          {name} <span className={styles.value}>{text}</span>
        </span>
      ))}
    </>
  );
}

/** That cells were copied, and how many. */
export function CopiedText({ cells }: { cells: number }) {
  const t = useTranslations('records');
  return (
    <>
      <CheckIcon size={14} />
      {t('copied', { count: cells })}
    </>
  );
}
