/** How many digits the numbers of a column need, and the type of the engine that holds them exactly. */

import { type Numeric, numeral } from '../../contract/decimal';

/** Digits before and after the point; `beyond` for more than any exact type holds. */
export interface NumberForm {
  whole: number;
  fraction: number;
}

/** Digits of the engine's exact numbers, in 64 and in 128 bits. */
const shortDigits = 18;
const longDigits = 38;
const beyond = 1000;

const scientific = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** The decimal text of a number, without exponent; null where it takes more digits than the engine holds exactly. */
export function decimalText(value: Numeric): string | null {
  const text = numeral(value);
  const [, sign = '', first = '', rest = '', exponent] = scientific.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (Math.abs(point) > longDigits) return null;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

/** The form that holds numbers of a form, and one more. */
export function widened(form: NumberForm, value: Numeric): NumberForm {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e15) {
    const whole = wholeDigits(Math.abs(value));
    return whole <= form.whole ? form : { ...form, whole };
  }
  const text = decimalText(value);
  if (text === null) return { ...form, whole: beyond };
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  if (whole.length <= form.whole && fraction.length <= form.fraction) return form;
  return { whole: Math.max(form.whole, whole.length), fraction: Math.max(form.fraction, fraction.length) };
}

function wholeDigits(value: number): number {
  let digits = 1;
  for (let next = 10; next <= value; next *= 10) digits += 1;
  return digits;
}

/** The type of the engine for numbers of a form: the smallest one that holds them exactly, or doubles. */
export function numberType({ whole, fraction }: NumberForm): string {
  const digits = whole + fraction;
  if (digits > longDigits) return 'DOUBLE';
  if (fraction === 0) return digits <= shortDigits ? 'BIGINT' : 'HUGEINT';
  return `DECIMAL(${digits <= shortDigits ? shortDigits : longDigits}, ${fraction})`;
}
