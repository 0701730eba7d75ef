import { useTranslations } from 'use-intl';
import type { OddScale } from '../../../transfer/in/mapping/scale';
import { useJoin } from '../../../ui/hooks/use-join';
import styles from '../import.module.css';

/** Names the values of a column that are about a thousand times smaller or larger than all others: they fit, but may be read otherwise than meant. */
export function ScaleHint({ odd: { than, count, first, of } }: { odd: OddScale }) {
  const t = useTranslations('import.columns.scale');
  const join = useJoin();
  const lines = first.map(({ line, text }) => t('line', { line: String(line), text: text.slice(0, 40) }));
  return <span className={styles.mended}>{t(than, { of, count, lines: join(lines) })}</span>;
}
