import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { numberText, roundedText } from '../../grid/selection/selection-summary';
import type { Cell } from '../../insight/engine/answer';
import type { GroupKey } from '../../insight/questions/group';
import type { Grouping } from '../../insight/questions/group-question';
import type { Measure } from '../../insight/questions/measure';
import type { SnapshotColumn } from '../../insight/snapshot/snapshot-column';

export interface CellTexts {
  /** A value as people read it: numbers grouped, doubles rounded. */
  cell(value: Cell): string;
  /** The same of a column of numbers, whose decimals are texts. */
  number(value: Cell): string;
  /** Every digit of it, where `cell` leaves some out. */
  exact(value: Cell): string;
  count(value: number): string;
  /** Says nothing or all of them only of exactly that. */
  share(value: number): string;
  key(key: GroupKey, by: Grouping['by']): string;
  measure(measure: Measure, columns: readonly SnapshotColumn[]): string;
  measured(value: Cell, measure: Measure): string;
}

/** How values of answers are written, in the language of the page. */
export function useCellTexts(): CellTexts {
  const locale = useLocale();
  const t = useTranslations('insight');
  const words = useTranslations('grid.words');
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    const count = (value: number) => whole.format(value);
    const share = (value: number) => {
      const text = percent.format(value);
      if (value > 0 && text === percent.format(0)) return `<${percent.format(0.001)}`;
      return value < 1 && text === percent.format(1) ? `>${percent.format(0.999)}` : text;
    };
    const decimal = (text: string) => (isDecimal(text) ? numberText(text) : text);
    const exact = (value: Cell): string => {
      if (value === null) return '–';
      if (typeof value === 'boolean') return words(value ? 'yes' : 'no');
      if (typeof value === 'number') return String(value);
      if (typeof value === 'bigint') return numberText(String(value));
      return typeof value === 'string' ? value : value.map((entry) => entry ?? words('null')).join(', ');
    };
    const cell = (value: Cell): string =>
      typeof value === 'number' && Number.isFinite(value) ? roundedText(String(value)) : exact(value);
    const number = (value: Cell): string => (typeof value === 'string' ? decimal(value) : cell(value));
    const key = ({ state, value, to }: GroupKey, by: Grouping['by']): string => {
      if (state !== 'value')
        return state === 'notSet' ? words('missing') : state === 'other' ? t('other') : words(state);
      if (typeof by === 'object') return `${number(value)} – ${number(to)}`;
      if (by === 'value') return value === '' ? words('empty') : cell(value);
      return spanText(String(value), by, t);
    };
    return {
      cell,
      number,
      exact,
      count,
      share,
      key,
      measure: ({ kind, column }, columns) =>
        column === null
          ? t(`measures.${kind}`)
          : `${columns.find(({ id }) => id === column)?.label ?? column}, ${t(`measures.${kind}`)}`,
      measured: (value, { kind }) =>
        typeof value === 'number' && (kind === 'share' || kind === 'yes') ? share(value) : number(value),
    };
  }, [locale, t, words]);
}

function isDecimal(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

type SpanTexts = ReturnType<typeof useTranslations<'insight'>>;

/** A span of time by its beginning: `1990–1999`, `1998`, `1998 Q2`, `1998-06`, `1998-06-01`. */
function spanText(from: string, by: Exclude<Grouping['by'], 'value' | object>, t: SpanTexts): string {
  const year = from.slice(0, 4);
  const month = Number(from.slice(5, 7));
  if (by === 'decade') return `${year}–${Number(year) + 9}`;
  if (by === 'year') return year;
  if (by === 'quarter') return t('quarter', { year, quarter: String(Math.ceil(month / 3)) });
  if (by === 'month') return from.slice(0, 7);
  if (by === 'week') return t('week', { day: from.slice(0, 10) });
  return by === 'day' ? from.slice(0, 10) : from.slice(0, 16);
}
