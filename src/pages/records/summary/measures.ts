import {
  compareNumbers,
  type Decimal,
  decimalOf,
  isNumeric,
  type Numeric,
  numeral,
  sumOf,
  textOfDecimal,
} from '../../../contract/decimal';
import { type FieldKind, isDate, isNumber, isReference, isSwitch, isText } from '../../../contract/field-kinds';
import { formatJson, isEmptyValue, type Json } from '../../../contract/json';
import { type DwRecord, eachOnce, isSystemField } from '../../../contract/records';
import { referencesOf } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import type { LoadedPage } from '../rows/use-record-pages';

/** What a column can be measured by. `unfilled` is empty, `null` or not set; `distinct` counts the entries of lists; `yes` is a share, 0–1. */
export const measures = [
  'filled',
  'unfilled',
  'empty',
  'null',
  'notSet',
  'distinct',
  'sum',
  'average',
  'median',
  'min',
  'max',
  'yes',
] as const;
export type Measure = (typeof measures)[number];

/** Counts and shares are numbers; what is made of numbers and dates is their text, exact but for an average. Null where there is nothing to measure. */
export type Figure = number | string | null;

const counts: readonly Measure[] = ['filled', 'unfilled', 'empty', 'null', 'notSet', 'distinct'];

/** The measures of a kind of field, the most useful first. */
export function measuresFor(kind: FieldKind): readonly Measure[] {
  if (isNumber(kind)) return ['sum', 'average', 'median', 'min', 'max', ...counts];
  if (isDate(kind)) return ['min', 'max', ...counts];
  if (isSwitch(kind)) return ['yes', ...counts];
  return isText(kind) ? [...counts, 'min', 'max'] : counts;
}

/** A figure of values of one field; `undefined` is not set. Values of another kind are counted, and left out of everything else. */
export function measure(values: readonly (Json | undefined)[], kind: FieldKind, by: Measure): Figure {
  const filled = values.filter((value): value is Json => !isEmptyValue(value));
  switch (by) {
    case 'filled':
      return filled.length;
    case 'unfilled':
      return values.length - filled.length;
    case 'null':
      return values.filter((value) => value === null).length;
    case 'notSet':
      return values.filter((value) => value === undefined).length;
    case 'empty':
      return values.filter((value) => value !== null && value !== undefined && isEmptyValue(value)).length;
    case 'distinct':
      return new Set(filled.flatMap((value) => entriesOf(value, kind))).size;
    case 'yes': {
      const answers = filled.filter((value) => typeof value === 'boolean');
      return answers.length === 0 ? null : answers.filter(Boolean).length / answers.length;
    }
    default:
      return isNumber(kind) ? ofNumbers(filled.filter(isNumeric), by) : ofTexts(filled, by);
  }
}

/** What is distinguished in a value: the things that it points to, else itself. */
function entriesOf(value: Json, kind: FieldKind): string[] {
  const references = isReference(kind) ? referencesOf(value) : null;
  if (references) return references.map(({ id, name }) => id ?? `name ${name}`);
  return [isNumeric(value) ? `number ${numeral(value)}` : formatJson(value)];
}

const none: Decimal = { digits: 0n, scale: 0n };

function ofNumbers(numbers: readonly Numeric[], by: 'sum' | 'average' | 'median' | 'min' | 'max'): Figure {
  if (numbers.length === 0) return null;
  if (by === 'sum' || by === 'average') {
    const sum = textOfDecimal(numbers.map((number) => decimalOf(number)).reduce(sumOf, none));
    return by === 'sum' ? sum : String(Number(sum) / numbers.length);
  }
  const sorted = [...numbers].sort(compareNumbers).map((number) => decimalOf(number));
  if (by === 'min') return textOfDecimal(sorted[0] ?? none);
  if (by === 'max') return textOfDecimal(sorted.at(-1) ?? none);
  const [low = none, high = none] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  const { digits, scale } = sumOf(low, high);
  return textOfDecimal({ digits: digits * 5n, scale: scale + 1n });
}

/** Dates as the API writes them are in the order of their texts. */
function ofTexts(values: readonly Json[], by: 'sum' | 'average' | 'median' | 'min' | 'max'): Figure {
  const texts = values.filter((value) => typeof value === 'string').sort();
  if (by === 'min') return texts[0] ?? null;
  return by === 'max' ? (texts.at(-1) ?? null) : null;
}

/** The records of pages that were loaded with a field, each once. */
export function recordsWith(pages: Iterable<LoadedPage>, field: string): DwRecord[] {
  const holding = [...pages].filter(({ asked }) => asked === null || asked.has(field) || isSystemField(field));
  return eachOnce(holding.flatMap(({ items }) => items));
}

/** A figure of one column over the records that are loaded, and how many these are. */
export function summaryOf(
  pages: Iterable<LoadedPage>,
  { id, kind }: GridColumn,
  by: Measure,
): { figure: Figure; rows: number } {
  const records = recordsWith(pages, id);
  const values = records.map((record) => cellValue(record, id));
  return { figure: measure(values, kind, by), rows: records.length };
}
