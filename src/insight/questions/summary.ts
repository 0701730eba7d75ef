import { compareNumbers, isDecimal, isNumeric as isNumber, type Numeric, numeral } from '../../contract/decimal';
import { formatJson, isEmptyValue, isJsonObject, type Json } from '../../contract/json';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import { isNumeric, isTemporal } from './column-sql';
import { middleOf, plainNumber, sumOf } from './decimal-text';
import { type Measure, type MeasureKind, measureSql, measuresFor } from './measure';

export interface SummaryAnswer {
  rows: number;
  /** In the order of the measures; null where nothing was there to measure. */
  values: Cell[];
  ms: number;
}

/** One figure per measure over all rows of the source. */
export async function askSummary(
  engine: Engine,
  source: Source,
  measures: readonly Measure[],
  options: RunOptions = {},
): Promise<SummaryAnswer> {
  const parts = measures.map((measure) => measureSql(source, measure));
  const select = ['count(*)', ...parts.flatMap((part) => part.select)].join(', ');
  const { rows, ms } = await engine.run(`SELECT ${select} FROM ${source.table}`, options);
  const cells = rows[0] ?? [];
  const all = Number(cells[0] ?? 0);
  return { rows: all, values: readMeasures(parts, cells, 1, all), ms };
}

/** The figures of measures whose cells begin at `from`. */
export function readMeasures(
  parts: readonly ReturnType<typeof measureSql>[],
  cells: readonly Cell[],
  from: number,
  allRows: number,
): Cell[] {
  let at = from;
  return parts.map((part) => {
    at += part.select.length;
    return part.read(cells.slice(at - part.select.length, at), allRows);
  });
}

/**
 * The same figure over loaded records, without an engine: their values, `undefined` where not set. Entries of lists count as what they are named; the sum of
 * numbers is that of their decimal texts. Null where the kind is none of the column.
 */
export function measureValues(
  values: readonly (Json | undefined)[],
  column: Pick<SnapshotColumn, 'type' | 'isList'>,
  kind: MeasureKind,
): Cell {
  if (kind === 'rows') return values.length;
  if (kind === 'share') return values.length === 0 ? null : 1;
  if (!measuresFor(column).includes(kind)) return null;
  const empties = values.filter((value) => value !== undefined && value !== null && isEmptyValue(value)).length;
  const filled = values.filter((value): value is Json => !isEmptyValue(value));
  switch (kind) {
    case 'filled':
      return filled.length;
    case 'unfilled':
      return values.length - filled.length;
    case 'empty':
      return empties;
    case 'null':
      return values.filter((value) => value === null).length;
    case 'notSet':
      return values.filter((value) => value === undefined).length;
    case 'distinct':
      return new Set(filled.flatMap((value) => (Array.isArray(value) ? value : [value])).map(distinctKey)).size;
    case 'yes': {
      const answers = filled.filter((value) => typeof value === 'boolean');
      return answers.length === 0 ? null : answers.filter(Boolean).length / answers.length;
    }
    default:
      return isNumeric(column) ? ofNumbers(filled, kind) : ofTexts(filled, isTemporal(column), kind);
  }
}

function distinctKey(value: Json): string {
  const named = isJsonObject(value) ? (value.name ?? value.title) : null;
  if (typeof named === 'string') return `string ${named}`;
  return isNumber(value) ? `number ${textOf(value)}` : `${typeof value} ${formatJson(value)}`;
}

function ofNumbers(values: readonly Json[], kind: MeasureKind): Cell {
  const numbers = values.filter(isNumber);
  if (numbers.length === 0) return null;
  const sorted = () => [...numbers].sort(compareNumbers);
  const cellOf = (number: Numeric | undefined): Cell =>
    number === undefined ? null : isDecimal(number) ? textOf(number) : number;
  switch (kind) {
    case 'sum':
      return sumOf(numbers.map(textOf));
    case 'average':
      return Number(sumOf(numbers.map(textOf))) / numbers.length;
    case 'min':
      return cellOf(sorted()[0]);
    case 'max':
      return cellOf(sorted().at(-1));
    case 'median': {
      const all = sorted();
      const at = (index: number) => textOf(all[index] ?? 0);
      return middleOf(at(Math.ceil(all.length / 2) - 1), at(Math.floor(all.length / 2)));
    }
    default:
      return null;
  }
}

/** All digits of a number, without exponent. */
const textOf = (number: Numeric): string => (typeof number === 'number' ? plainNumber(number) : numeral(number));

function ofTexts(values: readonly Json[], areDates: boolean, kind: MeasureKind): Cell {
  const texts = values.filter((value): value is string => typeof value === 'string').sort(byCodePoint);
  if (kind === 'min') return texts[0] ?? null;
  if (kind === 'max') return texts.at(-1) ?? null;
  return kind === 'median' && areDates ? (texts[Math.ceil(texts.length / 2) - 1] ?? null) : null;
}

/** As the engine orders texts, by their bytes; JavaScript orders characters beyond U+FFFF before others. */
function byCodePoint(a: string, b: string): number {
  const [one, two] = [[...a], [...b]];
  for (let index = 0; index < Math.min(one.length, two.length); index += 1) {
    const difference = (one[index]?.codePointAt(0) ?? 0) - (two[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - two.length;
}
