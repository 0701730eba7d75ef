import { formatJson, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { previewOfJson } from '../cells/preview';
import { cellValue } from '../columns/columns-of';
import { addValue, emptyProfile, type FieldProfile } from './profile';

/** A value that was seen, and how often. A large one is kept as its beginning. */
export interface SeenValue {
  value: Json;
  count: number;
}

/** Everything loaded rows show about one field. */
export interface FieldFacts {
  profile: FieldProfile;
  /** In the order first seen; at most `distinctMax`, then `distinctCut`. */
  distinct: Map<string, SeenValue>;
  distinctCut: boolean;
}

/** What was looked at, page by page: a page counts once, however often it comes. */
export interface Facts {
  pages: Set<number>;
  rows: number;
  fields: Map<string, FieldFacts>;
}

/** Past this number distinct values are not distinguished: it is enough to know that there are more. */
export const distinctMax = 2000;
const keyLength = 300;
const systemIds = ['created_on', 'created_by', 'updated_on', 'updated_by'];

export function newFacts(): Facts {
  return { pages: new Set(), rows: 0, fields: new Map() };
}

/**
 * Adds the records of a page.
 * @param asked the fields requested for the page; null: all. The others are not missing from it
 * @returns whether it was new
 */
export function addPage(
  facts: Facts,
  index: number,
  records: readonly DwRecord[],
  asked: ReadonlySet<string> | null,
): boolean {
  // A page with some fields shows too little about the number of rows to be mixed with complete ones.
  if (facts.pages.has(index) || asked !== null) return false;
  facts.pages.add(index);
  for (const record of records) {
    const ids = new Set([...Object.keys(record.fields), ...systemIds]);
    for (const id of ids) {
      const value = cellValue(record, id);
      if (value !== undefined) note(factsOf(facts, id), value);
    }
  }
  facts.rows += records.length;
  for (const { profile } of facts.fields.values()) {
    const present = profile.records - profile.missing;
    profile.records = facts.rows;
    profile.missing = facts.rows - present;
  }
  return true;
}

function factsOf({ fields, rows }: Facts, id: string): FieldFacts {
  const known = fields.get(id);
  if (known) return known;
  const made = {
    profile: { ...emptyProfile(), records: rows, missing: rows },
    distinct: new Map(),
    distinctCut: false,
  };
  fields.set(id, made);
  return made;
}

function note(facts: FieldFacts, value: Json): void {
  addValue(facts.profile, value);
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return;
  const text = formatJson(value);
  const key = text.length <= keyLength ? text : `${text.slice(0, keyLength)}…${text.length}:${hash(text)}`;
  const seen = facts.distinct.get(key);
  if (seen) seen.count += 1;
  else if (facts.distinct.size < distinctMax) {
    facts.distinct.set(key, { value: text.length <= keyLength ? value : previewOfJson(value), count: 1 });
  } else facts.distinctCut = true;
}

/** Distinguishes long values with the same beginning; used for a count only. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** The values seen most often, most frequent first; those seen as often in the order first seen. */
export function mostFrequent({ distinct }: FieldFacts, most: number): (SeenValue & { key: string })[] {
  const all = [...distinct].sort(([, a], [, b]) => b.count - a.count);
  return all.slice(0, most).map(([key, seen]) => ({ key, ...seen }));
}

/** The next pages that were not looked at, from the first row on. */
export function nextPages({ pages }: Facts, count: number): number[] {
  const next: number[] = [];
  for (let index = 0; next.length < count; index += 1) if (!pages.has(index)) next.push(index);
  return next;
}
