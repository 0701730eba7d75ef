import { useTranslations } from 'use-intl';
import { isText } from '../../../contract/field-kinds';
import { formatJson, type Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import type { ColumnFit } from '../../../transfer/in/mapping/fit';
import type { ColumnChange, MappedColumn } from '../../../transfer/in/mapping/mapping';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import styles from '../import.module.css';
import { fitNow } from './instead';
import { reasonKeys } from './misfit-reasons';
import { ReadingHint } from './reading-hint';
import { ScaleHint } from './scale-hint';

interface FitCellProps {
  name: string;
  /** As the file has it: other than the name where that has no header, or one twice. */
  head: string;
  fit: ColumnFit;
  column: MappedColumn;
  texts: readonly string[];
  onChange(change: ColumnChange): void;
  /** Whether what its texts mean is said below. */
  open: boolean;
  onOpen(open: boolean): void;
}

/** How many cells of a column fit its field, examples of those that do not, and what becomes of them. */
export function FitCell({ name, head, fit, column, texts, onChange, open, onOpen }: FitCellProps) {
  const t = useTranslations('import.columns');
  const { kind, config, misfit, field_id } = column;
  // Its texts find records, and are never written.
  const isId = field_id === 'item_id';
  const { unfit, mended, examples } = fitNow(fit, column);
  const fits = fit.filled - unfit - mended;
  // Options and people by their names, as the table shows them: the ids that are written say nothing to anybody.
  const written = (after: Json): string => {
    if (typeof after === 'boolean') return t(after ? 'instead.yes' : 'instead.no');
    if (typeof after === 'string') return after;
    return Array.isArray(after) ? cellText(after, kind, config ?? undefined) : formatJson(after);
  };
  return (
    <>
      {fit.filled === 0 ? (
        <span className={styles.small}>{t('allBlank')}</span>
      ) : unfit > 0 ? (
        <span className={misfit === undefined ? styles.unfits : styles.asBlank}>{t('unfit', { count: unfit })}</span>
      ) : (
        <span className={styles.fits}>{t(mended > 0 ? 'restFit' : 'allFit', { count: fits })}</span>
      )}
      {mended > 0 ? <span className={styles.mended}>{t('mended', { count: mended })}</span> : null}
      {isId ? null : <ReadingHint head={head} fit={fit} column={column} texts={texts} onChange={onChange} />}
      {fit.oddScale ? <ScaleHint odd={fit.oddScale} /> : null}
      {!isId && (unfit > 0 || misfit !== undefined) ? (
        <Select
          size="small"
          className={styles.misfit}
          hideLabel
          label={t('misfitOf', { column: name })}
          value={misfit ?? 'refuse'}
          onChange={(next) => onChange({ misfit: next === 'refuse' ? undefined : next })}
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
      <ul className={styles.examples}>
        {(open ? [] : differing(examples)).map(({ line, text, reason }) => (
          <li key={line}>
            {t('unfitLine', { line: String(line), text: text.slice(0, 40), reason: t(`reason.${reasonKeys[reason]}`) })}
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
      </ul>
    </>
  );
}

const shownTexts = 3;

/** The first of those whose texts differ: one that stands in a thousand cells says no more than once. */
function differing(examples: ColumnFit['unfitExamples']): ColumnFit['unfitExamples'] {
  const texts = examples.map(({ text }) => text);
  return examples.filter(({ text }, index) => texts.indexOf(text) === index).slice(0, shownTexts);
}
