import { endable, type Params } from './sql';

/*
 * Conditions with many values: a record is looked up among them instead of compared with each. A thousand words took a minute on 171,075 records, and take about
 * two seconds. Each function takes an expression that this code wrote itself, never text of a request.
 */

/** Up to so many values each comparison is as quick as a lookup, or finds an index. */
export const few = 8;
/** Characters up to which a text is looked at from each of its places; of a longer one the words are looked for one by one. */
const shortText = 300;

export function areMany(values: { length: number }): boolean {
  return values.length > few;
}

/** Whether a text is one of many; null where it is null. */
export function amongSql(text: string, values: readonly string[], params: Params): string {
  return `${setOf(values, params)} ? (${text})`;
}

/** Whether a number, as numeric, is one of many, given as texts. */
export function numberAmongSql(number: string, values: readonly string[], params: Params): string {
  // Read by the database, once for a statement: texts that are written differently may be one number.
  const set = `(select jsonb_object_agg(trim_scale(value::numeric)::text, 0) from unnest(${params.add(values, 'text[]')}) value)`;
  return `${set} ? trim_scale(${number})::text`;
}

/** Whether a text holds one of some words. */
export function holdsSql(text: string, words: readonly string[], params: Params): string {
  if (!areMany(words)) return holdsEachSql(text, words, params, '');
  const sized = necessary(words).map((word) => ({ word, length: [...word].length }));
  const tests = [1, 2, 3].flatMap((stem) => {
    const group = sized.filter(({ length }) => Math.min(length, 3) === stem).map(({ word }) => word);
    if (group.length === 0) return [];
    return areMany(group)
      ? holdsStemSql('whole.value', group, stem, params)
      : holdsEachSql('whole.value', group, params, '');
  });
  if (sized.some(({ length }) => length === 0)) tests.push('whole.value is not null');
  const each = holdsEachSql('whole.value', words, params, `${endable} and `);
  // Read out of the record once.
  return `(select case when length(whole.value) > ${shortText} then ${each} else ${tests.join(' or ')} end from (select ${text} as value offset 0) whole)`;
}

function holdsEachSql(text: string, words: readonly string[], params: Params, also: string): string {
  return `exists (select 1 from unnest(${params.add(words, 'text[]')}) word where ${also}strpos(${text}, word) > 0)`;
}

/** From each place of a text the words are looked up by their first characters, of which they have at least so many. */
function holdsStemSql(text: string, words: readonly string[], stem: number, params: Params): string {
  const byStem = new Map<string, string[]>();
  for (const word of words) {
    const key = [...word].slice(0, stem).join('');
    byStem.set(key, [...(byStem.get(key) ?? []), word]);
  }
  const stems = params.add(JSON.stringify(Object.fromEntries(byStem)), 'jsonb');
  const here = `substr(${text}, place, ${stem})`;
  const rest = `exists (select 1 from jsonb_array_elements_text(${stems} -> ${here}) word where starts_with(substr(${text}, place), word))`;
  return `exists (select 1 from generate_series(1, length(${text}) - ${stem - 1}) place where case when ${stems} ? ${here} then ${rest} end)`;
}

/** Longer words are not compared with others. */
const comparedWord = 100;

/** The words without those that hold another: what holds these holds the other. */
function necessary(words: readonly string[]): string[] {
  const distinct = [...new Set(words)].sort((a, b) => a.length - b.length);
  const kept: string[] = [];
  for (const word of distinct)
    if (word.length > comparedWord || !kept.some((other) => word.includes(other))) kept.push(word);
  return kept;
}

function setOf(values: readonly string[], params: Params): string {
  return params.add(JSON.stringify(Object.fromEntries(values.map((value) => [value, 0]))), 'jsonb');
}
