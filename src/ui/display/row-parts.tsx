import { Fragment, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../form/select';
import styles from './row-parts.module.css';

/**
 * Rows of a list that are laid out at once where each has a height of its own: all heights are computed again when one changes, and a browser lays out some
 * 16 million px. Rows of one height have no such limit (`useRowList`).
 */
const partRows = 50_000;

/** The parts that a list of so many rows is shown in: the first row of each, and their number. */
export function partsOf(total: number): { from: number; count: number }[] {
  return Array.from({ length: Math.max(1, Math.ceil(total / partRows)) }, (_, part) => {
    const from = part * partRows;
    return { from, count: Math.min(partRows, total - from) };
  });
}

interface RowPartsProps {
  total: number;
  /** Draws `count` rows from a row on. */
  children(from: number, count: number): ReactNode;
}

/** One part of a long list, and the choice between its parts where there are several. */
export function RowParts({ total, children }: RowPartsProps) {
  const t = useTranslations('common');
  const [chosen, setChosen] = useState(0);
  const parts = partsOf(total);
  // The list may have become shorter.
  const shown = Math.min(chosen, parts.length - 1);
  const { from = 0, count = 0 } = parts[shown] ?? {};
  return (
    <>
      <Fragment key={from}>{children(from, count)}</Fragment>
      {parts.length > 1 ? (
        <div className={styles.parts}>
          <Select
            label={t('rowPart')}
            hideLabel
            size="small"
            value={String(shown)}
            onChange={(part) => setChosen(Number(part))}
            options={parts.map((part, index) => ({
              value: String(index),
              label: t('rowsFrom', { first: part.from + 1, last: part.from + part.count }),
            }))}
          />
          {t('rowsOf', { total })}
        </div>
      ) : null}
    </>
  );
}
