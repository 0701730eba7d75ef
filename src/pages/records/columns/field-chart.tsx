import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FilterEntry } from '../../../contract/filter';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { type BarRange, chartSlots, type Distribution, sparkPath } from '../../../grid/profile/distribution';
import { rangeFilter, wordFilter } from '../edit/cell-filter';
import styles from './fields-dialog.module.css';

interface FieldChartProps {
  distribution: Distribution;
  column: GridColumn;
  /** Names of the options, users and records seen, by ID; null where none were. */
  references: ReadonlyMap<string, string> | null;
  /** Shows the rows of a bar alone. */
  onNarrow(entry: FilterEntry): void;
}

/** A bar that can be filtered by. */
interface Bar {
  at: number;
  name: string;
  entry: FilterEntry;
}

/** How the values of a field spread. The bars are one stop of the Tab key; the arrows lead from bar to bar, and a press filters. */
export function FieldChart({ distribution, column, references, onNarrow }: FieldChartProps) {
  const t = useTranslations('columns.fields');
  const g = useTranslations('grid');
  const [active, setActive] = useState(0);
  // The bar that has the focus is named below the chart.
  const [focused, setFocused] = useState<string | null>(null);
  const caption = distribution.of === 'words' ? t('entries') : g(`spread.${distribution.of}`);
  const bars = filterBars();
  const width = 100 / chartSlots(distribution);

  return (
    <figure className={styles.figure}>
      <figcaption>{caption}</figcaption>
      <div className={styles.bars}>
        <svg viewBox="0 0 72 14" preserveAspectRatio="none" className={styles.chart} aria-hidden="true">
          <path d={sparkPath(distribution)} />
        </svg>
        {bars.length > 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
          <div role="group" aria-label={caption} aria-description={t('barsHow')} onKeyDown={walkButtons}>
            {bars.map(({ at, name, entry }, index) => (
              <button
                key={at}
                type="button"
                title={name}
                aria-label={name}
                tabIndex={index === Math.min(active, bars.length - 1) ? 0 : -1}
                className={styles.barButton}
                style={{ left: `${at * width}%`, width: `${width}%` }}
                onFocus={() => {
                  setActive(index);
                  setFocused(name);
                }}
                onBlur={() => setFocused(null)}
                onClick={() => onNarrow(entry)}
              />
            ))}
          </div>
        ) : null}
      </div>
      <p>{focused ?? distribution.text}</p>
    </figure>
  );

  function filterBars(): Bar[] {
    const { ranges, words } = distribution;
    return distribution.bars.flatMap((height, at) => {
      const [range, word] = [ranges?.[at], words?.[at]];
      if (height === 0) return [];
      if (range) return barOf(at, rangeName(range), rangeFilter(column, range));
      return word === undefined || !references
        ? []
        : barOf(at, t('onlyWord', { word }), wordFilter(column, word, references));
    });
  }

  function rangeName({ from, to }: BarRange): string {
    return from === to ? t('onlyWord', { word: String(from) }) : t('onlyRange', { from: String(from), to: String(to) });
  }
}

function barOf(at: number, name: string, entry: FilterEntry | null): Bar[] {
  return entry ? [{ at, name, entry }] : [];
}

/** Arrows, Home and End lead through the buttons of a group. */
export function walkButtons(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const [next, before] = [at + 1, at - 1];
  const targets = { ArrowRight: next, ArrowDown: next, ArrowLeft: before, ArrowUp: before };
  const target = { ...targets, Home: 0, End: buttons.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, target))]?.focus();
}
