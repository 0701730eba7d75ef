import { useTranslations } from 'use-intl';
import type { Answer } from '../../../insight/engine/answer';
import { ScrollRegion } from '../../../ui/display/scroll-region';
import styles from '../insight.module.css';
import { useCellTexts } from '../use-cell-text';

/** The rows of an answer, every digit of them. */
export function SqlResult({ answer }: { answer: Answer }) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const { columns, rows } = answer;
  return (
    <ScrollRegion aria-label={t('result')} className={styles.scroll}>
      <table className={styles.table} aria-label={t('result')}>
        <thead>
          <tr>
            {columns.map(({ name, type }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names of a result may repeat
              <th key={index} scope="col" data-numeric={isNumber(type) || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no name
            <tr key={place}>
              {row.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the heads
                <td key={index} data-numeric={isNumber(columns[index]?.type ?? 'text') || undefined}>
                  {value === null ? (
                    <span className={styles.quiet}>null</span>
                  ) : typeof value === 'bigint' ? (
                    String(value)
                  ) : (
                    texts.exact(value)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function isNumber(type: Answer['columns'][number]['type']): boolean {
  return type === 'integer' || type === 'decimal' || type === 'double';
}
