import { useTranslations } from 'use-intl';
import type { RowFinding } from '../../../jobs/check/dry-run';
import type { NearChoice } from '../../../jobs/similar/similar-records';
import { Notice } from '../../../ui/display/notice';
import { Segmented } from '../../../ui/form/segmented';
import { useJoin } from '../../../ui/hooks/use-join';
import styles from '../import.module.css';
import type { AlikeCounts, LostCounts, NearCounts } from './tally';
import type { Check } from './use-check';

/** What all rows that nearly equal a record, or have its key and not its id, are said to mean at once; of several nobody can say *the* one. */
const choices = {
  update: ({ near = [] }: RowFinding): NearChoice => (near.length === 1 ? (near[0]?.item_id ?? null) : null),
  create: (): NearChoice => 'create',
  out: (): NearChoice => 'out',
};

/** Says how many rows would create what is nearly there, and asks what they mean. Until it is said they stay out. */
export function NearNote({ counts, onChoose }: { counts: NearCounts; onChoose: Check['choose'] }) {
  const t = useTranslations('import.check.near');
  const { rows, several, creates, records, out } = counts;
  if (rows === 0) return null;
  const undecided = rows - creates - records - out;
  const chosen =
    out === rows
      ? 'out'
      : creates === rows
        ? 'create'
        : records > 0 && records === rows - several && undecided === several
          ? 'update'
          : 'mixed';
  return (
    <Notice
      tone={undecided > 0 ? 'staged' : undefined}
      title={
        undecided === rows
          ? t('title', { count: rows })
          : t('decided', { count: rows, out, records, creates, undecided })
      }
    >
      {undecided === rows ? t('text') : t(undecided > 0 ? 'changeOpen' : 'change')}
      {several > 0 ? ` ${t('several', { count: several })}` : null}
      <div className={styles.nearChoices}>
        <Segmented<'update' | 'create' | 'out' | 'mixed'>
          label={t('what', { count: rows })}
          value={chosen}
          onChange={(choice) =>
            choice !== 'mixed' &&
            onChoose((finding) => (finding.several || finding.lost ? undefined : choices[choice](finding)))
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

interface LostNoteProps {
  counts: LostCounts;
  /** The key in words. */
  by: string;
  onChoose: Check['choose'];
}

/** Says how many rows name a record id that no record has while their key finds one, and asks what they mean. Until it is said they stay out. */
export function LostNote({ counts: { rows, several, records, out }, by, onChoose }: LostNoteProps) {
  const t = useTranslations('import.check.lost');
  if (rows === 0) return null;
  const undecided = rows - records - out;
  const updated = records > 0 && records === rows - several && undecided === several;
  const chosen = out === rows ? 'out' : updated ? 'update' : 'mixed';
  return (
    <Notice
      tone={undecided > 0 ? 'staged' : undefined}
      title={
        undecided === rows ? t('title', { count: rows, by }) : t('decided', { count: rows, out, records, undecided })
      }
    >
      {undecided === rows ? t('text') : t(undecided > 0 ? 'changeOpen' : 'change')}
      {several > 0 ? ` ${t('several', { count: several })}` : null}
      <div className={styles.nearChoices}>
        <Segmented<'update' | 'out' | 'mixed'>
          label={t('what', { count: rows })}
          value={chosen}
          onChange={(choice) =>
            choice !== 'mixed' && onChoose((finding) => (finding.lost ? choices[choice](finding) : undefined))
          }
          options={(['update', 'out'] as const).map((value) => ({ value, label: t(value, { count: rows }) }))}
        />
      </div>
    </Notice>
  );
}
