import { isNumeric, numeral } from './decimal';

/** The digits of a value that is a number of any form; null for any other. */
export function numeralOf(value: unknown): string | null {
  return isNumeric(value) ? numeral(value) : null;
}
