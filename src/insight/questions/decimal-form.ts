import { decimalOf, type Numeric, sumOf, textOfDecimal } from '../../contract/decimal';

/** The decimal half way between two; null when one is none. */
export function middleOf(a: Numeric | string, b: Numeric | string): string | null {
  const [one, two] = [decimalOf(a), decimalOf(b)];
  if (one === null || two === null) return null;
  const { digits, scale } = sumOf(one, two);
  return textOfDecimal({ digits: digits * 5n, scale: scale + 1n });
}

/** A positive decimal as a fraction of whole numbers, for edges of bins: `0.25` is 25/100; null for anything else. */
export function fractionOf(text: string): { over: bigint; under: bigint; scale: bigint } | null {
  const decimal = /^\d+(\.\d+)?$/.test(text) ? decimalOf(text) : null;
  if (decimal === null || decimal.digits <= 0n || decimal.scale > 12n) return null;
  const { digits, scale } = decimal;
  return scale < 0n
    ? { over: digits * 10n ** -scale, under: 1n, scale: 0n }
    : { over: digits, under: 10n ** scale, scale };
}
