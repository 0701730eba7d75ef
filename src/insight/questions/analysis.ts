import { timeUnits } from './bins';
import { type ChartKind, chartKinds } from './charts';
import { type ChangeKind, type CompareChoice, changeKinds } from './compare';
import { fractionOf } from './decimal-form';
import { type DuplicatesQuestion, type Leniency, leniencies } from './duplicates';
import { formatEntries, parseEntries } from './entries';
import type { FindQuestion } from './find';
import type { GroupFilter, Grouping, GroupQuestion } from './group-question';
import { type Measure, type MeasureKind, measureKinds } from './measure';
import { type Condition, type PlainTest, plainTests, type Selection } from './selection';

export const analysisTabs = ['group', 'profile', 'duplicates', 'compare', 'find', 'sql'] as const;
export type AnalysisTab = (typeof analysisTabs)[number];

/** What the page shows: it is in the address and in saved views. Null: nothing was chosen, the page proposes. */
export interface Analysis {
  tab: AnalysisTab;
  /** Rows that everything is asked of. */
  within: Selection;
  group: GroupQuestion | null;
  chart: ChartKind | null;
  /** Column of the profile that is open. */
  column: string | null;
  duplicates: DuplicatesQuestion | null;
  compare: CompareChoice | null;
  find: FindQuestion | null;
  sql: string | null;
}

export const emptyAnalysis: Analysis = {
  tab: 'group',
  within: [],
  group: null,
  chart: null,
  column: null,
  duplicates: null,
  compare: null,
  find: null,
  sql: null,
};

const defaultLimit = 100;
const mostShown = 10_000;

/** Compact text for the address; the empty text for the empty analysis. */
export function formatAnalysis(analysis: Analysis): string {
  const { tab, within, group, chart, column, duplicates, compare, find, sql } = analysis;
  const entries: string[][] = tab === 'group' ? [] : [['tab', tab]];
  entries.push(...within.map((condition) => ['in', ...conditionWords(condition)]));
  if (group) entries.push(...groupEntries(group));
  if (chart) entries.push(['chart', chart]);
  if (column !== null) entries.push(['column', column]);
  if (duplicates) {
    entries.push(['dup', String(duplicates.limit), ...duplicates.columns]);
    if (duplicates.ignoring.length > 0) entries.push(['ign', ...duplicates.ignoring]);
  }
  if (compare) {
    const { other, areBlanksSame, limit, show } = compare;
    entries.push(['cmp', other, areBlanksSame ? '1' : '0', String(limit), ...(show === null ? [] : [show])]);
    if (compare.without.length > 0) entries.push(['without', ...compare.without]);
    entries.push(...compare.keys.map(({ before, after }) => ['key', before, after]));
  }
  if (find) entries.push(['find', find.text, String(find.limit), ...find.columns]);
  if (sql !== null) entries.push(['sql', sql]);
  return formatEntries(entries);
}

function conditionWords(condition: Condition): string[] {
  const { column, is } = condition;
  if ('value' in condition) return [column, is, condition.value];
  if (!('from' in condition)) return [column, is];
  // A bound that is not there is a word less, or an empty one: no value is written as the empty text.
  return [column, is, condition.from ?? '', condition.to ?? ''];
}

function groupEntries(group: GroupQuestion): string[][] {
  const { groups, measures, filters, sort, limit, isPivot } = group;
  return [
    ['group', String(limit), ...(isPivot ? ['pivot'] : [])],
    ...groups.map(({ column, by }) => ['by', column, ...(typeof by === 'string' ? [by] : ['width', by.width])]),
    ...measures.map(({ kind, column }) => ['m', kind, ...(column === null ? [] : [column])]),
    ...filters.map((filter) =>
      filter.kind === 'contains'
        ? ['has', String(filter.group), filter.text]
        : [filter.kind, String(filter.measure), filter.value],
    ),
    ...(sort ? [['sort', String(sort.by), sort.isDescending ? 'desc' : 'asc']] : []),
  ];
}

/** Never throws: what is unknown or broken is dropped. */
export function parseAnalysis(text: string): Analysis {
  const entries = parseEntries(text);
  const first = (name: string) => entries.find(([own]) => own === name)?.slice(1) ?? null;
  const all = (name: string) => entries.filter(([own]) => own === name).map((words) => words.slice(1));
  const [tab] = first('tab') ?? [];
  const [chart] = first('chart') ?? [];
  const dup = first('dup');
  const cmp = first('cmp');
  const find = first('find');
  return {
    tab: oneOf(analysisTabs, tab) ?? 'group',
    within: all('in').flatMap((words) => parseCondition(words) ?? []),
    group: parseGroup(first, all),
    chart: oneOf(chartKinds, chart),
    column: first('column')?.[0] ?? null,
    duplicates: dup && {
      limit: parseLimit(dup[0]),
      columns: dup.slice(1),
      ignoring: (first('ign') ?? []).flatMap((word) => oneOf<Leniency>(leniencies, word) ?? []),
    },
    compare:
      cmp?.[0] === undefined
        ? null
        : {
            other: cmp[0],
            areBlanksSame: cmp[1] === '1',
            limit: parseLimit(cmp[2]),
            show: oneOf<ChangeKind>(changeKinds, cmp[3]),
            without: first('without') ?? [],
            keys: all('key').flatMap(([before, after]) =>
              after === undefined ? [] : [{ before: before ?? '', after }],
            ),
          },
    find: find?.[0] === undefined ? null : { text: find[0], limit: parseLimit(find[1]), columns: find.slice(2) },
    sql: first('sql')?.[0] ?? null,
  };
}

function oneOf<Word extends string>(words: readonly Word[], word: string | undefined): Word | null {
  return words.find((known) => known === word) ?? null;
}

function parseLimit(word: string | undefined): number {
  const limit = /^\d{1,5}$/.test(word ?? '') ? Number(word) : defaultLimit;
  return Math.min(Math.max(limit, 1), mostShown);
}

const parseIndex = (word: string | undefined) => (word !== undefined && /^\d{1,2}$/.test(word) ? Number(word) : null);

function parseCondition([column, is, one, two]: string[]): Condition | null {
  if (column === undefined) return null;
  if (is === 'value' || is === 'similar' || is === 'contains')
    return one === undefined ? null : { column, is, value: one };
  if (is === 'range' || is === 'outside') return { column, is, from: one || null, to: two || null };
  const plain = oneOf<PlainTest>(plainTests, is);
  return plain === null ? null : { column, is: plain };
}

type Entries = (name: string) => string[][];

function parseGroup(first: (name: string) => string[] | null, all: Entries): GroupQuestion | null {
  const group = first('group');
  if (group === null) return null;
  const [by, direction] = first('sort') ?? [];
  const sortBy = by === 'key' ? by : parseIndex(by);
  return {
    groups: all('by').flatMap((words) => parseGrouping(words) ?? []),
    measures: all('m').flatMap(parseMeasure),
    filters: [
      ...all('atLeast').flatMap((words) => parseFilter('atLeast', words)),
      ...all('atMost').flatMap((words) => parseFilter('atMost', words)),
      ...all('has').flatMap((words) => parseFilter('contains', words)),
    ],
    sort: sortBy === null ? null : { by: sortBy, isDescending: direction === 'desc' },
    limit: parseLimit(group[0]),
    isPivot: group[1] === 'pivot',
  };
}

function parseGrouping([column, by, width]: string[]): Grouping | null {
  if (column === undefined) return null;
  if (by === 'width') return width !== undefined && fractionOf(width) ? { column, by: { width } } : null;
  const known = oneOf(['value', ...timeUnits], by);
  return known === null ? null : { column, by: known };
}

function parseMeasure([word, column]: string[]): Measure[] {
  const kind = oneOf<MeasureKind>(measureKinds, word);
  if (kind === null) return [];
  if (kind === 'rows' || kind === 'share') return [{ kind, column: null }];
  return column === undefined ? [] : [{ kind, column }];
}

function parseFilter(kind: GroupFilter['kind'], [at, text]: string[]): GroupFilter[] {
  const index = parseIndex(at);
  if (index === null || text === undefined) return [];
  return kind === 'contains' ? [{ kind, group: index, text }] : [{ kind, measure: index, value: text }];
}
