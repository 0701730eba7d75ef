import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import type { CellFinding } from '../../../jobs/check/cell-judge';
import { shownText } from '../../../jobs/results/job-field';
import type { JobField } from '../../../storage/job-rows';
import styles from './review.module.css';

interface OldAndNewProps {
  cell: CellFinding;
  field: JobField;
  /** There is no record yet, so there is no old value. */
  created: boolean;
}

/** More of a text stands in the exact JSON only: a browser takes seconds to lay out one of 2 MB. */
const shownMax = 2000;

/** What a cell was and will be; with a conflict also what it is now. */
export function OldAndNew({ cell, field, created }: OldAndNewProps) {
  const t = useTranslations('review');
  const { before, now, state, kinds } = cell;
  const after = cell.unfit ? (cell.text ?? null) : cell.after;
  if (state === 'conflict') {
    return (
      <span className={styles.values}>
        <span className="dim">{t('read')}</span> <Value value={before} field={field} />
        <span className="dim">· {t('now')}</span>
        <b className={styles.theirs}>
          <Value value={now} field={field} />
        </b>
        <span className="dim">· {t('mine')}</span>
        <b className={styles.mine}>
          <Value value={after} field={field} />
        </b>
      </span>
    );
  }
  // What was expected there may never have been: what is there is known.
  if (state === 'no-change') {
    return (
      <span className={styles.values}>
        <span className="dim">{t('holds')}</span> <Value value={now} field={field} />
      </span>
    );
  }
  return (
    <span className={styles.values}>
      {created ? null : (
        <del className={styles.old}>
          <Value value={before} field={field} />
        </del>
      )}
      <ins className={styles.mine}>
        <Value value={after} field={field} />
      </ins>
      {kinds ? (
        <span className={styles.kinds}>{t('kinds', { from: t(`kind.${kinds.from}`), to: t(`kind.${kinds.to}`) })}</span>
      ) : null}
    </span>
  );
}

/** A value as text; missing, null and empty each in its word. */
function Value({ value, field }: { value: Json | undefined; field: JobField }) {
  const t = useTranslations('review');
  if (value === undefined) return <i>{t('missing')}</i>;
  if (value === null) return <i>{t('null')}</i>;
  const text = shownText(value, field);
  if (text === '') return <i>{t('empty')}</i>;
  const shown = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  return (
    <span title={shown} className={styles.value}>
      {shown}
    </span>
  );
}
