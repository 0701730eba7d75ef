import type { DwRecord } from '../../contract/records';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import { recordIdColumn } from '../snapshot/column-values';
import { recordOf, recordSelection } from '../snapshot/encode';
import { columnName, quoteText, rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { findColumn, rawsOf, stateTests, textSql } from './column-sql';

export interface FindQuestion {
  text: string;
  /** Columns to look in; empty: all. */
  columns: readonly string[];
  limit: number;
}

const matchKinds = ['exact', 'wordStart', 'contains'] as const;
type MatchKind = (typeof matchKinds)[number];

interface Match {
  column: string;
  kind: MatchKind;
  /** What was searched, as people read it. */
  text: string;
  /** Where the match is in it, in characters of JavaScript. */
  from: number;
  to: number;
}

export interface FoundRow {
  record: DwRecord;
  /** The best first. */
  matches: Match[];
}

export interface FindAnswer {
  rows: FoundRow[];
  /** Rows that contain the text anywhere. */
  total: number;
  /** The same per column that has any, in the order of the source. */
  perColumn: { column: string; rows: number }[];
  ms: number;
}

const entryBreak = '\x1f';

/** Ignores case. Each column is searched by itself, as putting them together takes longer than looking through them. */
export async function askFind(
  engine: Engine,
  source: Source,
  question: FindQuestion,
  options: RunOptions = {},
): Promise<FindAnswer> {
  const needle = question.text.trim();
  const wanted = source.columns.filter(({ id }) => question.columns.length === 0 || question.columns.includes(id));
  const id = findColumn(source, recordIdColumn);
  if (needle === '' || id === null) return { rows: [], total: 0, perColumn: [], ms: 0 };
  const raws = await rawsOf(engine, source, options);
  const textOf = (column: SnapshotColumn, lower: 'lower' | '' = '') =>
    searchedSql(column, needle, raws.ids.has(column.id), lower);
  const columns = wanted.filter((column) => textOf(column) !== null);
  if (columns.length === 0) return { rows: [], total: 0, perColumn: [], ms: raws.ms };
  const lowered = `lower(${quoteText(needle)})`;
  const texts = columns.map((column) => textOf(column));
  const [flags, shown] = [columns.map((_, index) => `"#h${index}"`), columns.map((_, index) => `"#t${index}"`)];
  const searched = `SELECT ${columnName(id)} AS "#id", ${columns.map((column, index) => `${textOf(column, 'lower')} AS ${shown[index]}`).join(', ')} FROM ${source.table}`;
  const flagged = flags.map((flag, index) => `coalesce(contains(${shown[index]}, ${lowered}), false) AS ${flag}`);
  const ranks = flags.map(
    (flag, index) =>
      `CASE WHEN ${flag} THEN ${rankSql(columns[index]?.isList === true, shown[index] ?? '', needle)} ELSE 9 END`,
  );
  // Values become texts once, and are ranked only where they hold the text; of a row that does, no more is kept than its ID.
  const hits = `SELECT "#id", ${flags.join(', ')}, least(${ranks.join(', ')}, 9) AS "#best" FROM (SELECT *, ${flagged.join(', ')} FROM (${searched})) WHERE ${flags.join(' OR ')}`;
  const limit = Math.max(1, Math.trunc(question.limit));
  const best = `SELECT list("#id"::VARCHAR ORDER BY "#best", "#id") FROM (SELECT "#id", "#best" FROM h ORDER BY "#best", "#id" LIMIT ${limit})`;
  const found = await engine.run(
    `WITH h AS MATERIALIZED (${hits}) SELECT count(*), (${best}), ${flags.map((flag) => `count(*) FILTER (WHERE ${flag})`).join(', ')} FROM h`,
    options,
  );
  const [count = 0, ids, ...counts] = found.rows[0] ?? [];
  const perColumn = columns.flatMap(({ id: own }, index) =>
    counts[index] ? [{ column: own, rows: Number(counts[index]) }] : [],
  );
  if (!Array.isArray(ids)) return { rows: [], total: 0, perColumn, ms: raws.ms + found.ms };
  const literals = ids.map((each) => (id.type === 'integer' ? String(each) : quoteText(String(each))));
  const sql = `SELECT ${[...texts, recordSelection(source.columns)].join(', ')} FROM ${source.table} WHERE ${columnName(id)} IN (${literals.join(', ')})`;
  const answer = await engine.run(sql, { ...options, most: limit });
  const place = new Map(ids.map((each, index) => [String(each), index]));
  const rows = answer.rows.map((row) => ({
    record: recordOf(source.columns, row.slice(texts.length)),
    matches: matchesOf(columns, row, needle),
  }));
  rows.sort((a, b) => (place.get(a.record.item_id) ?? 0) - (place.get(b.record.item_id) ?? 0));
  return { rows, total: Number(count), perColumn, ms: raws.ms + found.ms + answer.ms };
}

/** What the engine can write of values other than texts. */
const written: Partial<Record<SnapshotColumn['type'], RegExp>> = {
  integer: /^[-\d]+$/,
  decimal: /^[-\d.]+$/,
  double: /^[-+\d.e]+$/i,
  boolean: /^[a-z]+$/i,
  date: /^[-\d]+$/,
  time: /^[-\d:. ]+$/,
};

/**
 * What is searched: the text that people read, else what was loaded in place of a value of the type. Null where the column can hold no such text: writing a
 * million numbers, or looking for others among them, takes longer than looking through all texts.
 * @param lower a function, or none
 */
function searchedSql(column: SnapshotColumn, needle: string, hasRaw: boolean, lower: 'lower' | '' = ''): string | null {
  const isWritten = !column.isList && column.type !== 'text';
  const others = `${lower}(CASE WHEN ${stateTests(column).other} THEN ${rawName(column)} END)`;
  if (isWritten && written[column.type]?.test(needle) === false) return hasRaw ? others : null;
  // They are written without capitals.
  const text = isWritten ? textSql(column) : `${lower}(${textSql(column)})`;
  return hasRaw ? `coalesce(${text}, ${others})` : text;
}

const escaped = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

/** Of lower-case texts: 0 the whole text, or an entry of a list · 1 at the start of a word · 2 elsewhere. */
function rankSql(isList: boolean, text: string, needle: string): string {
  const low = `lower(${quoteText(escaped(needle))})`;
  const pattern = (before: string, after: string) => `${quoteText(before)} || ${low} || ${quoteText(after)}`;
  const isWhole = isList
    ? `regexp_matches(${text}, ${pattern('(?:^|\\x1f)', '(?:$|\\x1f)')})`
    : `${text} = lower(${quoteText(needle)})`;
  const isStart = `regexp_matches(${text}, ${pattern('(?:^|[^\\pL\\pN])', '')})`;
  return `CASE WHEN ${isWhole} THEN 0 WHEN ${isStart} THEN 1 ELSE 2 END`;
}

function matchesOf(columns: readonly SnapshotColumn[], row: readonly Cell[], needle: string): Match[] {
  const pattern = new RegExp(escaped(needle), 'giu');
  const matches = columns.flatMap(({ id }, index): Match[] => {
    const cell = row[index];
    if (typeof cell !== 'string') return [];
    const shown = cell.replaceAll(entryBreak, ', ');
    const best = [...cell.matchAll(pattern)]
      .map((match) => ({ from: match.index, to: match.index + match[0].length }))
      .map((place) => ({ ...place, kind: kindOfMatch(cell, place.from, place.to) }))
      .sort((a, b) => matchKinds.indexOf(a.kind) - matchKinds.indexOf(b.kind))[0];
    // A text that the engine lowers to other characters is found without its place.
    if (!best)
      return cell.toLowerCase().includes(needle.toLowerCase())
        ? [{ column: id, kind: 'contains', text: shown, from: 0, to: 0 }]
        : [];
    const shift = cell.slice(0, best.from).split(entryBreak).length - 1;
    return [{ column: id, kind: best.kind, text: shown, from: best.from + shift, to: best.to + shift }];
  });
  return matches.sort((a, b) => matchKinds.indexOf(a.kind) - matchKinds.indexOf(b.kind));
}

function kindOfMatch(text: string, from: number, to: number): MatchKind {
  const isEdge = (character: string | undefined) => character === undefined || character === entryBreak;
  if (isEdge(text[from - 1]) && isEdge(text[to])) return 'exact';
  return from === 0 || !/[\p{L}\p{N}]/u.test(text[from - 1] ?? '') ? 'wordStart' : 'contains';
}
