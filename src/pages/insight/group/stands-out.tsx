import { useTranslations } from 'use-intl';
import { isNumeric } from '../../../insight/questions/column-sql';
import type { Profile } from '../../../insight/questions/profile';
import type { Selection } from '../../../insight/questions/selection';
import { type Finding, standsOut } from '../../../insight/questions/stands-out';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { Badge, type Tone } from '../../../ui/display/badge';
import { Card } from '../../../ui/layout/card';
import styles from '../insight.module.css';
import { useCellTexts } from '../use-cell-text';

interface StandsOutProps {
  profile: Profile;
  columns: readonly SnapshotColumn[];
  onRows(selection: Selection, name: string): void;
  onColumn(column: string): void;
}

const shownMost = 6;
const tones: Partial<Record<Finding['kind'], Tone>> = {
  future: 'bad',
  past: 'bad',
  other: 'bad',
  outlier: 'bad',
  nearEqual: 'unknown',
  spaces: 'unknown',
};

/** What somebody should look at before they trust the figures. */
export function StandsOut({ profile, columns, onRows, onColumn }: StandsOutProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const found = standsOut(profile).slice(0, shownMost);
  if (found.length === 0) return null;
  return (
    <Card title={t('standsOut')} flush>
      <ul className={styles.findings}>
        {found.map((finding) => {
          const column = columns.find(({ id }) => id === finding.column);
          const label = column?.label ?? finding.column;
          const written = column && isNumeric(column) ? texts.number : texts.cell;
          const words = findingText(finding, t, texts.share);
          return (
            <li key={`${finding.column} ${finding.kind}`} className={styles.finding}>
              <button type="button" className={styles.findingName} onClick={() => onColumn(finding.column)}>
                {label}
              </button>
              <button
                type="button"
                className={styles.badgeButton}
                onClick={() => onRows(finding.selection, `${label}: ${words}`)}
              >
                <Badge tone={tones[finding.kind] ?? 'neutral'}>{words}</Badge>
              </button>
              {finding.example === null ? null : (
                <span className={styles.example}>{t('forExample', { value: written(finding.example) })}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type Texts = ReturnType<typeof useTranslations<'insight'>>;

/** A finding in a few words, with its number of rows. */
export function findingText(
  { kind, rows, of }: Pick<Finding, 'kind' | 'rows' | 'of'>,
  t: Texts,
  share: (value: number) => string,
): string {
  if (kind === 'unfilled') return t('findings.unfilled', { share: share(rows / Math.max(1, of)) });
  return t(`findings.${kind}`, { rows });
}
