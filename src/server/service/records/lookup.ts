import { type Params, sortedTextLength } from './sql';

/**
 * A filter condition as a lookup in a field's index (field-index.ts): every record that meets the condition has an entry that meets one of `any`. Not the
 * other way round: the condition itself still has to be applied to the result.
 */
export interface Lookup {
  /** Number of the field in the index. */
  field: string;
  /** Conditions on an entry `o`, each a stretch of the index or a few. Written only where they are used: a parameter has to be. */
  any: readonly Stretch[];
}

export type Stretch = (params: Params) => string;

/** Joined stretches past this number are left apart: the first lookup alone finds all that is wanted. */
export const mostStretches = 8;

/** Lookups of conditions that all hold: those of one field become one, as both ends of a range are. */
export function allOf(lookups: readonly Lookup[]): Lookup[] {
  const joined = new Map<string, Lookup>();
  for (const lookup of lookups) {
    const other = joined.get(lookup.field);
    if (other === undefined) joined.set(lookup.field, lookup);
    else if (other.any.length * lookup.any.length <= mostStretches) {
      const any = other.any.flatMap((a) =>
        lookup.any.map(
          (b): Stretch =>
            (params) =>
              `${a(params)} and ${b(params)}`,
        ),
      );
      joined.set(lookup.field, { field: lookup.field, any });
    }
  }
  return [...joined.values()];
}

/** The lookup of conditions of which any may hold: there is one where each looks up the same field. */
export function anyOf(conditions: readonly (readonly Lookup[])[]): Lookup[] {
  const [first, ...others] = conditions;
  return (first ?? []).flatMap(({ field, any }) => {
    const same = others.map((lookups) => lookups.find((lookup) => lookup.field === field)?.any);
    const whole = same.filter((stretches) => stretches !== undefined);
    const all = [any, ...whole].flat();
    return whole.length === same.length && all.length <= mostStretches ? [{ field, any: all }] : [];
  });
}

const filled = (condition: string) => `o.filled and ${condition}`;

/** Entries whose number is one of some. */
export function numbersAre(values: readonly string[]): Stretch {
  return (params) => filled(`o.num = any(${params.add(values, 'numeric[]')})`);
}

/** Entries whose number is on one side of a value. */
export function numberIs(comparison: '>' | '>=' | '<' | '<=', value: string): Stretch {
  return (params) => filled(`o.num ${comparison} ${params.add(value, 'numeric')}`);
}

/** Entries whose text is on one side of a value, by code point. */
export function textIs(comparison: '>=' | '<', value: string): Stretch {
  return (params) => filled(`o.num is null and o.txt ${comparison} ${params.add(value, 'text')}`);
}

/** Entries of records that have nothing there, and of a few that have what is not ordered. */
export const nothing: Stretch = () => 'not o.filled';

/**
 * Entries of which the text may be one of some: as a text, or as a number, whose text it is too. None where a value may be the text of a list, an object,
 * or of nothing, which have other entries.
 */
export function textsAre(values: readonly string[]): Stretch[] {
  if (values.some((value) => value === '' || /^[[{]/.test(value) || isLongNumber(value))) return [];
  const texts = values.map((value) => [...value].slice(0, sortedTextLength).join(''));
  const numbers = values.flatMap((value) => {
    if (value === 'true' || value === 'false') return [value === 'true' ? '1' : '0'];
    return number.test(value) ? [value] : [];
  });
  const asText: Stretch = (params) => filled(`o.num is null and o.txt = any(${params.add(texts, 'text[]')})`);
  return numbers.length === 0 ? [asText] : [asText, numbersAre(numbers)];
}

const number = /^-?\d+(\.\d+)?$/;

/** Characters of a number in a text; the database may not take a longer one. */
export const longestNumber = 1000;

function isLongNumber(text: string): boolean {
  return text.length > longestNumber && number.test(text);
}

/** The first text, by code point, after all that begin with one. */
export function after(text: string): string {
  const points = [...text];
  const last = points.pop() ?? '';
  return points.join('') + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1);
}
