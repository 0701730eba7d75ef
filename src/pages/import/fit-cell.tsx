import { useTranslations } from 'use-intl';
import type { FieldKind } from '../../contract/fields';
import { formatJson, type Json } from '../../contract/json';
import { cellText } from '../../edits/cell-text';
import { type ColumnFit, type MisfitReason, unfitOf } from '../../transfer/in/fit';
import type { BlankMeaning, TargetField } from '../../transfer/in/mapping';
import { Select } from '../../ui/select';
import styles from './import.module.css';

interface FitCellProps {
  column: string;
  /** Its texts find records, and are never written. */
  isId: boolean;
  fit: ColumnFit;
  kind: FieldKind;
  config: TargetField['config'] | undefined;
  misfit: BlankMeaning | undefined;
  onMisfit(misfit: BlankMeaning | undefined): void;
}

/** How many cells of a column fit its field, examples of those that do not, and what becomes of them. */
export function FitCell({ column, isId, fit, kind, config, misfit, onMisfit }: FitCellProps) {
  const t = useTranslations('import.columns');
  const unfit = unfitOf(fit);
  const fits = fit.filled - unfit;
  // Options and people by their names, as the table shows them: the ids that are written say nothing to anybody.
  const written = (after: Json) =>
    Array.isArray(after) ? cellText(after, kind, config ?? undefined) : formatJson(after);
  return (
    <>
      {fit.filled === 0 ? (
        <span className={styles.small}>{t('allBlank')}</span>
      ) : unfit === 0 ? (
        <span className={styles.fits}>{t('allFit', { count: fits })}</span>
      ) : (
        <span className={misfit === undefined ? styles.unfits : styles.asBlank}>{t('unfit', { count: unfit })}</span>
      )}
      {!isId && (unfit > 0 || misfit !== undefined) ? (
        <Select
          size="small"
          className={styles.misfit}
          hideLabel
          label={t('misfitOf', { column })}
          value={misfit ?? 'refuse'}
          onChange={(next) => onMisfit(next === 'refuse' ? undefined : next)}
          options={(['refuse', 'keep', 'clear'] as const).map((value) => ({ value, label: t(`misfit.${value}`) }))}
        />
      ) : null}
      <ul className={styles.examples}>
        {fit.unfitExamples.slice(0, 3).map(({ line, text, reason }) => (
          <li key={line}>
            {t('unfitLine', { line: String(line), text: text.slice(0, 40), reason: t(`reason.${reasonKeys[reason]}`) })}
          </li>
        ))}
        {kind === 'text' || kind === 'long-text'
          ? null
          : fit.examples
              .filter(({ text, after }) => written(after) !== text && after !== text)
              .slice(0, 2)
              .map(({ text, after }) => (
                <li key={text}>{t('becomes', { text: text.slice(0, 40), value: written(after).slice(0, 40) })}</li>
              ))}
      </ul>
    </>
  );
}

const reasonKeys = {
  'not-a-number': 'not_a_number',
  'not-exact': 'not_exact',
  'not-a-date': 'not_a_date',
  'no-time-here': 'no_time_here',
  'not-a-switch': 'not_a_switch',
  'unknown-name': 'unknown_name',
  'only-one': 'only_one',
  'not-file-ids': 'not_file_ids',
  'not-json': 'not_json',
  'kind-would-change': 'kind_would_change',
  'not-an-id': 'not_an_id',
} as const satisfies Record<MisfitReason, string>;
