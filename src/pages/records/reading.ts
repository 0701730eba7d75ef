import { askedFields } from '../../api/return-fields';
import type { Answer } from '../../api/send';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordPage } from '../../contract/records';
import type { ReadPage } from '../../grid/extent';

const pageSize = limits.pageSizeMax;
/** Pages kept for the grid. Farther ones are read again when somebody goes there. */
export const pagesKept = 40;
/** Pages that columns are found from, beside those that show a field for the first time. */
const sampledPages = 5;

/** Everything that was read for one question and is kept. Changed in place; `version` changes with it. */
export interface Reading {
  key: string;
  answers: Map<number, Answer<RecordPage>>;
  /** What the pages said about the number of rows. Of pages that were dropped only what still tells something. */
  facts: Map<number, ReadPage>;
  latest: Answer<RecordPage> | null;
  /** The fields that pages were asked for, by page; null: all. */
  asked: Map<number, readonly string[] | null>;
  /** Records that columns are found from, by page, and the fields they show. */
  sample: Map<number, readonly DwRecord[]>;
  fields: Set<string>;
  /** Changes with the sample: `shows` when a column or its values would look otherwise, `sampled` when it only has become larger. */
  shows: number;
  sampled: number;
  version: number;
}

export function newReading(key: string): Reading {
  return {
    key,
    answers: new Map(),
    facts: new Map(),
    latest: null,
    asked: new Map(),
    sample: new Map(),
    fields: new Set(),
    shows: 0,
    sampled: 0,
    version: 0,
  };
}

/** Takes the answer of a page. @param filtered whether the question has a filter */
export function noteAnswer(reading: Reading, index: number, answer: Answer<RecordPage>, filtered: boolean): void {
  reading.answers.set(index, answer);
  const { items, has_more, filtered: matching, total } = answer.data;
  // Taken out first, so that what was told last stands last.
  reading.facts.delete(index);
  reading.facts.set(index, {
    index,
    rows: items.length,
    hasMore: has_more,
    // `total` counts the table, `filtered` the question (field notes).
    total: filtered ? matching : (matching ?? total),
  });
  reading.latest = answer;
  reading.version += 1;
  // A page of some fields says nothing of the others, and knows of no new ones.
  if (items[0] && askedFields(items[0]) !== null) return;
  const urgent = showsMore(reading, items) || reading.sample.has(index);
  if (!urgent && reading.sample.size >= sampledPages) return;
  reading.sample.set(index, items);
  if (urgent) reading.shows += 1;
  else reading.sampled += 1;
}

function showsMore({ fields }: Reading, items: readonly DwRecord[]): boolean {
  const before = fields.size;
  for (const { fields: own } of items) for (const fieldId in own) fields.add(fieldId);
  return fields.size > before;
}

/** Takes what a one-row probe after the farthest page said: whether there are more rows. */
export function noteProbe(reading: Reading, index: number, more: boolean): void {
  const fact = reading.facts.get(index);
  if (!fact || fact.hasMore === more) return;
  reading.facts.set(index, { ...fact, hasMore: more });
  reading.version += 1;
}

/** The page after which nothing is known, when it is full and nobody said whether more follow; else null. */
export function openEnd({ facts }: Reading): number | null {
  let last: ReadPage | null = null;
  for (const fact of facts.values()) {
    if (fact.rows === 0 || fact.total !== null) return null;
    if (last === null || fact.index > last.index) last = fact;
  }
  return last !== null && last.rows >= pageSize && last.hasMore === null ? last.index : null;
}

/** Drops the pages farthest from one when there are too many, and returns them. */
export function dropFar(reading: Reading, near: number): number[] {
  const surplus = reading.answers.size - pagesKept;
  if (surplus <= 0) return [];
  const far = [...reading.answers.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near)).slice(0, surplus);
  let last = -1;
  for (const { index, rows } of reading.facts.values()) if (rows > 0) last = Math.max(last, index);
  for (const index of far) {
    reading.answers.delete(index);
    const fact = reading.facts.get(index);
    // A full page before others says nothing that those do not say.
    if (fact && fact.rows >= pageSize && fact.hasMore !== false && index !== last) reading.facts.delete(index);
  }
  return far;
}

/** Forgets all pages but these: they may have changed. */
export function keepOnly(reading: Reading, indexes: readonly number[]): void {
  for (const index of reading.answers.keys()) if (!indexes.includes(index)) reading.answers.delete(index);
  for (const index of reading.facts.keys()) if (!indexes.includes(index)) reading.facts.delete(index);
  reading.version += 1;
}

/**
 * The fields to ask for with a page: those that it was asked for before as long as they hold what is needed, so that hiding a column reads nothing again,
 * and showing one reads the pages that lack it. The first page is always whole: columns are found from it.
 * @param needed null: all
 * @param fields what is asked for from now on; null: all
 */
export function fieldsOfPage(
  { asked }: Reading,
  index: number,
  needed: readonly string[] | null,
  fields: readonly string[] | null,
): readonly string[] | null {
  if (index === 0) return null;
  const before = asked.get(index);
  if (before === null) return null;
  if (before && needed?.every((id) => before.includes(id))) return before;
  asked.set(index, fields);
  return fields;
}
