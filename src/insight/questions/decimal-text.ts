/** Exact arithmetic with decimals as texts (`-12.50`), as bigints of a common scale. */

/** Digits and places of a decimal; null when the text is none. */
function scaled(text: string): { digits: bigint; places: number } | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, places: fraction.length };
}

/** Without noughts at the end: `12.50` is `12.5`, `3.0` is `3`. */
export function decimalText(digits: bigint, places: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The decimal half way between two; null when one is none. */
export function middleOf(a: string, b: string): string | null {
  const [one, two] = [scaled(a), scaled(b)];
  if (one === null || two === null) return null;
  const places = Math.max(one.places, two.places);
  const at = ({ digits, places: own }: { digits: bigint; places: number }) => digits * 10n ** BigInt(places - own);
  return decimalText((at(one) + at(two)) * 5n, places + 1);
}

/** The sum of decimals; those that are none are left out. */
export function sumOf(texts: readonly string[]): string {
  const parts = texts.flatMap((text) => scaled(text) ?? []);
  const places = parts.reduce((most, part) => Math.max(most, part.places), 0);
  const sum = parts.reduce((total, part) => total + part.digits * 10n ** BigInt(places - part.places), 0n);
  return decimalText(sum, places);
}

/** A positive decimal as a fraction of whole numbers, for edges of bins: `0.25` is 25/100; null for anything else. */
export function fractionOf(text: string): { over: bigint; under: bigint; places: number } | null {
  const parts = scaled(text);
  if (parts === null || parts.digits <= 0n || parts.places > 12) return null;
  return { over: parts.digits, under: 10n ** BigInt(parts.places), places: parts.places };
}

/** A finite number without exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign, first = '', rest = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = first + rest;
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${digits}`;
  return `${sign}${digits}${'0'.repeat(Math.max(0, shift - rest.length))}`;
}
