import { requestedFields } from '../../../api/queries/records';
import type { Answer } from '../../../api/wire/send';
import { limits } from '../../../contract/limits';
import type { DwRecord, RecordPage } from '../../../contract/records';
import type { ReadPage } from './extent';

const pageSize = limits.pageSizeMax;
/** Pages of a query that stay in the cache, nearest first. Farther ones are loaded again on demand. */
export const pagesKept = 40;
/** Pages that columns are found from, beside those that show a field for the first time. */
const sampledPages = 5;

/** The pages of a query that are in the cache, by index. */
export type CachedPages = ReadonlyMap<number, Answer<RecordPage>>;

/** What a page showed about the number of rows, and the request that told it. */
type PageFact = ReadPage & Pick<Answer<RecordPage>, 'request'>;

/** What the pages of one query have taught, also those that are cached no longer. */
export interface PageFacts {
  /** What pages showed about the number of rows. Of dropped pages only what still matters. */
  facts: ReadonlyMap<number, PageFact>;
  latest: Answer<RecordPage> | null;
  /** Records that columns are found from, by page, and the fields they show. */
  sample: ReadonlyMap<number, readonly DwRecord[]>;
  fields: ReadonlySet<string>;
  /** Changes with the sample: `shows` when a column or its values would look otherwise, `sampled` when it only has become larger. */
  shows: number;
  sampled: number;
}

export const noFacts: PageFacts = {
  facts: new Map(),
  latest: null,
  sample: new Map(),
  fields: new Set(),
  shows: 0,
  sampled: 0,
};

/**
 * What is known once these pages are cached, and no others; the same object when they teach nothing new.
 * @param filtered whether the query has a filter
 */
export function learn(known: PageFacts, cached: CachedPages, filtered: boolean): PageFacts {
  const news = [...cached].filter(([index, { request }]) => known.facts.get(index)?.request !== request);
  // The latest is last.
  news.sort(([, a], [, b]) => a.receivedAt - b.receivedAt);
  let next = known;
  for (const [index, answer] of news) next = learnPage(next, index, answer, filtered);
  const facts = factsThatTell(next.facts, cached);
  return facts.size === next.facts.size ? next : { ...next, facts };
}

function learnPage(known: PageFacts, index: number, answer: Answer<RecordPage>, filtered: boolean): PageFacts {
  const { items, has_more, filtered: matching, total } = answer.data;
  const facts = new Map(known.facts);
  facts.delete(index);
  // `total` counts the table, `filtered` the query (field notes).
  const told = filtered ? matching : (matching ?? total);
  facts.set(index, { index, rows: items.length, hasMore: has_more, total: told, request: answer.request });
  const next = { ...known, facts, latest: answer };
  // A page with some fields shows nothing about the others, or about new ones.
  if (items[0] && requestedFields(items[0]) !== null) return next;
  const fields = new Set(known.fields);
  for (const { fields: own } of items) for (const fieldId in own) fields.add(fieldId);
  const urgent = fields.size > known.fields.size || known.sample.has(index);
  if (!urgent && known.sample.size >= sampledPages) return next;
  const sample = new Map(known.sample).set(index, items);
  return urgent ? { ...next, sample, fields, shows: known.shows + 1 } : { ...next, sample, sampled: known.sampled + 1 };
}

/** Without full pages that are no longer cached: before others, they add nothing. */
function factsThatTell(facts: PageFacts['facts'], cached: CachedPages): PageFacts['facts'] {
  let last = -1;
  for (const { index, rows } of facts.values()) if (rows > 0) last = Math.max(last, index);
  const tells = ({ index, rows, hasMore }: PageFact) =>
    cached.has(index) || rows < pageSize || hasMore === false || index === last;
  return new Map([...facts].filter(([, fact]) => tells(fact)));
}

/** Without what all pages but these have shown: the others may have changed. Columns stay as they were found. */
export function forgetOthers(known: PageFacts, indexes: readonly number[]): PageFacts {
  return { ...known, facts: new Map([...known.facts].filter(([index]) => indexes.includes(index))) };
}

/** The facts with the result of a one-row probe after the farthest page: whether there are more rows. */
export function withProbe(facts: PageFacts['facts'], probed: { index: number; more: boolean } | null): ReadPage[] {
  return [...facts.values()].map((fact) => (fact.index === probed?.index ? { ...fact, hasMore: probed.more } : fact));
}

/** The page after which the end is unknown, if it is full and whether more follow is not reported; else null. */
export function openEnd(facts: PageFacts['facts']): number | null {
  let last: ReadPage | null = null;
  for (const fact of facts.values()) {
    if (fact.rows === 0 || fact.total !== null) return null;
    if (last === null || fact.index > last.index) last = fact;
  }
  return last !== null && last.rows >= pageSize && last.hasMore === null ? last.index : null;
}

/** Pages of a query that stay in the cache, each under the hash of its key. */
export type HeldHashes = ReadonlyMap<number, string>;

/**
 * The pages to hold once some of those wanted are loaded: these, and of those held the nearest ones, `pagesKept` in all. The same map when nothing changes.
 * @param loaded pages of those wanted that are in the cache
 */
export function pagesToHold(held: HeldHashes, wanted: readonly number[], loaded: HeldHashes): HeldHashes {
  const near = wanted[0] ?? 0;
  const distance = (page: number): number => (wanted.includes(page) ? -1 : Math.abs(page - near));
  const all = [...new Map([...held, ...loaded])].sort(([a], [b]) => distance(a) - distance(b));
  const nearest = all.slice(0, pagesKept);
  const same = nearest.length === held.size && nearest.every(([page, hash]) => held.get(page) === hash);
  return same ? held : new Map(nearest);
}
