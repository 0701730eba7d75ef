import type { DwRecord } from '../../contract/records';
import type { Cell, Engine, RunOptions } from '../engine/answer';
import { recordOf, recordSelection } from '../snapshot/encode';
import { quoteText, rawName, type SnapshotColumn, type Source } from '../snapshot/snapshot-column';
import { stateTests, textSql } from './column-sql';

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
  const columns = source.columns.filter(
    (column) => question.columns.length === 0 || question.columns.includes(column.id),
  );
  if (needle === '' || columns.length === 0) return { rows: [], total: 0, perColumn: [], ms: 0 };
  const lowered = `lower(${quoteText(needle)})`;
  const hit = (column: SnapshotColumn) =>
    `coalesce(contains(lower(${searchedSql(column, needle)}), ${lowered}), false)`;
  const flags = columns.map((_, index) => `"#h${index}"`);
  const flagged = columns.map((column, index) => `${hit(column)} AS ${flags[index]}`);
  const counts = await engine.run(
    `SELECT count(*) FILTER (WHERE ${flags.join(' OR ')}), ${flags.map((flag) => `count(*) FILTER (WHERE ${flag})`).join(', ')} FROM (SELECT ${flagged.join(', ')} FROM ${source.table})`,
    options,
  );
  const [total = 0, ...perColumn] = (counts.rows[0] ?? []).map(Number);
  // The rows are then looked for in the columns that have any.
  const holding = columns.filter((_, index) => (perColumn[index] ?? 0) > 0);
  if (holding.length === 0) return { rows: [], total, perColumn: [], ms: counts.ms };
  const text = holding.map((column) => searchedSql(column, needle));
  const ranks = holding.map(
    (column, index) => `CASE WHEN ${hit(column)} THEN ${rankSql(text[index] ?? '', needle)} ELSE 9 END`,
  );
  const best = `least(${[...ranks, '9'].join(', ')})`;
  const limit = Math.max(1, Math.trunc(question.limit));
  const any = holding.map(hit).join(' OR ');
  const sql = `SELECT ${[...text, recordSelection(source.columns)].join(', ')} FROM ${source.table} WHERE ${any} ORDER BY ${best} LIMIT ${limit}`;
  const answer = await engine.run(sql, { ...options, most: limit });
  return {
    rows: answer.rows.map((row) => ({
      record: recordOf(source.columns, row.slice(text.length)),
      matches: matchesOf(holding, row, needle),
    })),
    total,
    perColumn: columns.flatMap(({ id }, index) => (perColumn[index] ? [{ column: id, rows: perColumn[index] }] : [])),
    ms: counts.ms + answer.ms,
  };
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

/** What is searched: the text that people read, else what was loaded in place of a value of the type. */
function searchedSql(column: SnapshotColumn, needle: string): string {
  const others = `CASE WHEN ${stateTests(column).other} THEN ${rawName(column)} END`;
  // Writing a million numbers takes longer than looking through them: not for a text that none can hold.
  if (!column.isList && written[column.type]?.test(needle) === false) return others;
  return `coalesce(${textSql(column)}, ${others})`;
}

const escaped = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

/** 0 the whole text, or an entry of a list · 1 at the start of a word · 2 elsewhere. */
function rankSql(text: string, needle: string): string {
  const low = quoteText(escaped(needle));
  const pattern = (before: string, after: string) =>
    `'(?i)' || ${quoteText(before)} || lower(${low}) || ${quoteText(after)}`;
  const edge = '(?:^|\\x1f)';
  const isWhole = `regexp_matches(${text}, ${pattern(edge, '(?:$|\\x1f)')})`;
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
