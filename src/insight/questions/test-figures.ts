import {
  compareNumbers,
  type Decimal,
  decimalOf,
  isDecimal,
  isNumeric as isNumber,
  type Numeric,
  sumOf,
  textOfDecimal,
} from '../../contract/decimal';
import { formatJson, isEmptyValue, isJsonObject, type Json } from '../../contract/json';
import type { Cell, Engine } from '../engine/answer';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import { isNumeric, isTemporal } from './column-sql';
import { middleOf } from './decimal-form';
import { type Measure, type MeasureKind, measureSql, measuresFor, readMeasures } from './measure';

/**
 * What the engine's figure must equal: the same one in plain JavaScript over the values of a column, `undefined` where not set. Entries of lists count as what they are named; the sum of
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
      return textOfDecimal(total(numbers));
    case 'average':
      return Number(textOfDecimal(total(numbers))) / numbers.length;
    case 'min':
      return cellOf(sorted()[0]);
    case 'max':
      return cellOf(sorted().at(-1));
    case 'median': {
      const all = sorted();
      const at = (index: number) => all[index] ?? 0;
      return middleOf(at(Math.ceil(all.length / 2) - 1), at(Math.floor(all.length / 2)));
    }
    default:
      return null;
  }
}

const total = (numbers: readonly Numeric[]): Decimal =>
  numbers.map((number) => decimalOf(number)).reduce((sum, number) => sumOf(sum, number), { digits: 0n, scale: 0n });

/** All digits of a number, without exponent. */
const textOf = (number: Numeric): string => textOfDecimal(decimalOf(number));

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

/** One figure per measure over all rows of the source. */
export async function askSummary(
  engine: Engine,
  source: Source,
  measures: readonly Measure[],
): Promise<{ rows: number; values: Cell[] }> {
  const parts = measures.map((measure) => measureSql(source, measure));
  const select = ['count(*)', ...parts.flatMap((part) => part.select)].join(', ');
  const { rows } = await engine.run(`SELECT ${select} FROM ${source.table}`);
  const cells = rows[0] ?? [];
  const all = Number(cells[0] ?? 0);
  return { rows: all, values: readMeasures(parts, cells, 1, all) };
}
