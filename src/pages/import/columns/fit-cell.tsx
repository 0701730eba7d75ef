import { useTranslations } from 'use-intl';
import { isText } from '../../../contract/field-kinds';
import { formatJson, type Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import { underscored } from '../../../grid/columns/column-label';
import type { ColumnFit } from '../../../transfer/in/mapping/fit';
import type { ColumnChange, MappedColumn } from '../../../transfer/in/mapping/mapping';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { Examples, Small } from '../step-parts';
import styles from './fit-cell.module.css';
import { fitNow, suggestFormats } from './fit-suggestions';

interface FitCellProps {
  name: string;
  fit: ColumnFit;
  column: MappedColumn;
  onChange(change: ColumnChange): void;
  /** Whether decisions on its texts are listed below. */
  open: boolean;
  onOpen(open: boolean): void;
}

/** How many cells of a column fit its field, examples of those that do not, and how they are treated. */
export function FitCell({ name, fit, column, onChange, open, onOpen }: FitCellProps) {
  const t = useTranslations('import.columns');
  const { kind, config, unfit: unfitMeans, field_id } = column;
  // Its texts find records, and are never written.
  const isId = field_id === 'item_id';
  const { unfit, replaced, examples } = fitNow(fit, column);
  const fits = fit.filled - unfit - replaced;
  // Options and people by name, as in the table: their IDs mean nothing to a reader.
  const written = (after: Json): string => {
    if (typeof after === 'boolean') return t(after ? 'instead.yes' : 'instead.no');
    if (typeof after === 'string') return after;
    return Array.isArray(after) ? cellText(after, kind, config ?? undefined) : formatJson(after);
  };
  return (
    <>
      {fit.filled === 0 ? (
        <Small>{t('allBlank')}</Small>
      ) : unfit > 0 ? (
        <span className={unfitMeans === undefined ? styles.unfits : styles.asBlank}>
          {t('unfit', { count: unfit })}
        </span>
      ) : (
        <span className={styles.fits}>{t(replaced > 0 ? 'restFit' : 'allFit', { count: fits })}</span>
      )}
      {replaced > 0 ? <span className={styles.note}>{t('replaced', { count: replaced })}</span> : null}
      {isId ? null : <FormatHint fit={fit} column={column} onChange={onChange} />}
      {!isId && (unfit > 0 || unfitMeans !== undefined) ? (
        <Select
          size="small"
          className={styles.unfitMeans}
          hideLabel
          label={t('misfitOf', { column: name })}
          value={unfitMeans ?? 'refuse'}
          onChange={(next) => onChange({ unfit: next === 'refuse' ? undefined : next })}
          options={(['refuse', 'keep', 'clear'] as const).map((value) => ({ value, label: t(`misfit.${value}`) }))}
        />
      ) : null}
      {!isId && fit.unfitTexts.size > 0 ? (
        <Button
          kind="ghost"
          size="small"
          className={styles.sayEach}
          aria-expanded={open}
          aria-label={t('instead.openOf', { column: name })}
          onClick={() => onOpen(!open)}
        >
          {t(open ? 'instead.close' : 'instead.open')}
        </Button>
      ) : null}
      <Examples>
        {(open ? [] : differing(examples)).map(({ line, text, reason }) => (
          <li key={line}>
            {t('unfitLine', {
              line: String(line),
              text: text.slice(0, 40),
              reason: t(`reason.${underscored(reason)}`),
            })}
          </li>
        ))}
        {isText(kind)
          ? null
          : fit.examples
              .filter(({ text, after }) => written(after) !== text)
              .slice(0, 2)
              .map(({ text, after }) => (
                <li key={text}>{t('becomes', { text: text.slice(0, 40), value: written(after).slice(0, 40) })}</li>
              ))}
      </Examples>
    </>
  );
}

const shownTexts = 3;

/** The first with different texts: one that is in a thousand cells appears once. */
function differing(examples: ColumnFit['unfitExamples']): ColumnFit['unfitExamples'] {
  const texts = examples.map(({ text }) => text);
  return examples.filter(({ text }, index) => texts.indexOf(text) === index).slice(0, shownTexts);
}

type FormatHintProps = Pick<FitCellProps, 'fit' | 'column' | 'onChange'>;

/** Where numbers, days or references look as if they were written in another format: which, and a press that reads them so. */
function FormatHint({ fit, column, onChange }: FormatHintProps) {
  const t = useTranslations('import.columns');
  const formats = useTranslations('formats');
  const suggestion = suggestFormats(fit, column);
  if (!suggestion) return null;
  const { forms, thousands, ...counts } = suggestion;
  return (
    <div className={styles.formatHint}>
      <span>
        {thousands === null
          ? t('wouldFit', counts)
          : t('perhapsThousands', { text: thousands, whole: thousands.replaceAll('.', '') })}
      </span>
      {forms.map((form) => (
        <Button key={form} size="small" onClick={() => onChange({ written: form })}>
          {t('readAs', { form: formats(underscored(form)) })}
        </Button>
      ))}
    </div>
  );
}
