import { useTranslations } from 'use-intl';
import type { RowFinding } from '../../jobs/dry-run';
import type { NearChoice } from '../../jobs/near-rows';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { useJoin } from '../../ui/use-join';
import styles from './import.module.css';
import type { AlikeCounts, NearCounts } from './tally';
import type { Check } from './use-check';

/** What all rows that nearly equal a record are said to mean at once; one that nearly equals several cannot be said to be *the* one. */
const choices = {
  update: ({ near = [] }: RowFinding): NearChoice => (near.length === 1 ? (near[0]?.item_id ?? null) : null),
  create: (): NearChoice => 'create',
  out: (): NearChoice => null,
};

/** Says how many rows would create what is nearly there, and asks what they mean. Until it is said they stay out. */
export function NearNote({ counts, onChoose }: { counts: NearCounts; onChoose: Check['choose'] }) {
  const t = useTranslations('import.check.near');
  const { rows, several, creates, records } = counts;
  if (rows === 0) return null;
  const out = rows - creates - records;
  const chosen =
    out === rows
      ? 'out'
      : creates === rows
        ? 'create'
        : records === rows - several && creates === 0
          ? 'update'
          : 'mixed';
  return (
    <Notice tone="staged" title={t('title', { count: rows })}>
      {t('text')} {chosen === 'mixed' ? t('now', { out, records, creates }) : null}
      {several > 0 ? ` ${t('several', { count: several })}` : null}
      <div className={styles.nearChoices}>
        <Segmented<'update' | 'create' | 'out' | 'mixed'>
          label={t('what', { count: rows })}
          value={chosen}
          onChange={(choice) =>
            choice !== 'mixed' && onChoose((finding) => (finding.several ? undefined : choices[choice](finding)))
          }
          options={(['update', 'create', 'out'] as const).map((value) => ({ value, label: t(value, { count: rows }) }))}
        />
      </div>
    </Notice>
  );
}

/** Says how many new rows nearly equal another new row of the file: they are sent, and whoever wrote them knows whether they are one. */
export function AlikeNote({ counts: { rows, lines } }: { counts: AlikeCounts }) {
  const t = useTranslations('import.check.alike');
  const join = useJoin();
  if (rows === 0) return null;
  const pairs = lines.map(({ line, other }) => t('pair', { line: String(line), other }));
  return (
    <Notice tone="staged" title={t('title', { count: rows })}>
      {t('text', { pairs: join(pairs), more: rows - lines.length })}
    </Notice>
  );
}
