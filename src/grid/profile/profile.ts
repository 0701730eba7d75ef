/** What the values of a column are like: how many are there, how they are spread, which come most often. */

import { isNumeric, numeral } from '../../contract/decimal';
import {
  type FieldKind,
  isDate,
  isLongText,
  isShortText,
  isStructure,
  isText,
  kindOfValue,
} from '../../contract/field-kinds';
import { isEmptyValue, type Json } from '../../contract/json';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { referencesOf } from '../../edits/same-value';

/** What loaded records show about one field. */
export interface FieldProfile {
  /** Records looked at, and how many of them have the field missing, null, or empty (`""`, `[]`). */
  records: number;
  missing: number;
  nulls: number;
  empties: number;
  /** Of the first records alone, how many there are and how many have a value: that does not change as more are read. */
  first: { records: number; filled: number };
  kinds: Map<FieldKind, number>;
  /** Numbers, dates in days and lengths of texts, each in the order read: values of another kind do not mix in. */
  measures: { numbers: number[]; days: number[]; lengths: number[] };
  /** How often each word was seen: options, users, texts. At most `wordsMax`, then `wordsCut`. */
  words: Map<string, number>;
  wordsCut: boolean;
  /** Names of the options, users, records and files seen, by id. At most `wordsMax`. */
  references: Map<string, string>;
  /** Whether a value has more than one entry. */
  isMulti: boolean;
}

const firstMax = limits.pageSizeMax;
const wordsMax = 200;
/** A longer text is counted by its beginning. */
export const wordLength = 80;
const dayMs = 86_400_000;

/** Profiles of every field seen in the records, in the order first seen. */
export function profilesOf(records: readonly DwRecord[]): Map<string, FieldProfile> {
  const profiles = new Map<string, FieldProfile>();
  for (const [index, record] of records.entries()) {
    for (const fieldId of Object.keys(record.fields)) {
      let profile = profiles.get(fieldId);
      if (!profile) {
        profile = emptyProfile();
        profiles.set(fieldId, profile);
      }
      const value = record.fields[fieldId] as Json;
      addValue(profile, value);
      if (index < firstMax && !isEmptyValue(value)) profile.first.filled += 1;
    }
  }
  for (const profile of profiles.values()) {
    profile.missing = records.length - profile.records;
    profile.records = records.length;
    profile.first.records = Math.min(records.length, firstMax);
  }
  return profiles;
}

/** The profile of a field before any value of it. */
export function emptyProfile(): FieldProfile {
  return {
    records: 0,
    missing: 0,
    nulls: 0,
    empties: 0,
    first: { records: 0, filled: 0 },
    kinds: new Map(),
    measures: { numbers: [], days: [], lengths: [] },
    words: new Map(),
    wordsCut: false,
    references: new Map(),
    isMulti: false,
  };
}

/** Adds the value of one more record to a profile. */
export function addValue(profile: FieldProfile, value: Json): void {
  profile.records += 1;
  if (isEmptyValue(value)) {
    if (value === null) profile.nulls += 1;
    else profile.empties += 1;
    return;
  }
  const kind = kindOfValue(value) ?? 'json';
  profile.kinds.set(kind, (profile.kinds.get(kind) ?? 0) + 1);
  if (isNumeric(value)) profile.measures.numbers.push(Number(numeral(value)));
  else if (isDate(kind)) {
    const day = Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);
    if (!Number.isNaN(day)) profile.measures.days.push(day / dayMs);
  } else if (typeof value === 'string') {
    profile.measures.lengths.push(value.length);
    if (isShortText(kind)) addWord(profile, value);
  } else if (!isStructure(kind)) {
    if (Array.isArray(value) && value.length > 1) profile.isMulti = true;
    for (const { name, id } of referencesOf(value) ?? []) {
      addWord(profile, name ?? id ?? '');
      if (id !== null && profile.references.size < wordsMax) profile.references.set(id, name ?? id);
    }
  }
}

function addWord(profile: FieldProfile, text: string): void {
  const word = text.slice(0, wordLength);
  const seen = profile.words.get(word);
  if (seen !== undefined) profile.words.set(word, seen + 1);
  else if (profile.words.size < wordsMax) profile.words.set(word, 1);
  else profile.wordsCut = true;
}

/** The kind that the values of a field show, and the share of values (0–1) that agree; `json` at 0 when there is no value. */
export function kindOfProfile(profile: FieldProfile): { kind: FieldKind; confidence: number } {
  let [values, texts, long] = [0, 0, 0];
  let most: { kind: FieldKind; count: number } = { kind: 'json', count: 0 };
  for (const [kind, count] of profile.kinds) {
    values += count;
    if (isText(kind) || isDate(kind)) texts += count;
    if (isLongText(kind)) long += count;
    if (count > most.count) most = { kind, count };
  }
  if (values === 0) return { kind: 'text', confidence: 0 };
  // A column of texts may hold a few that look like dates, or a few long ones: it stays a column of texts.
  if (texts === values && most.count < values)
    return { kind: long > values / 10 ? 'long-text' : 'text', confidence: 1 };
  return { kind: most.count >= values * 0.8 ? most.kind : 'json', confidence: most.count / values };
}
