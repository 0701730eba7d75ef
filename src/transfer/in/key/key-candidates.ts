import { isDate, isNumber, namesRecords } from '../../../contract/field-kinds';
import type { MappedColumn } from '../mapping/mapping';
import { RoundedIds } from '../mapping/rounded-ids';
import type { SourceCells } from '../source/rows';
import { idOfCell } from '../source/rows';
import { hashOf } from './key-hashes';
import { keyTextOf, noChance } from './key-quality';

/** Rows that the candidates are chosen by; those chosen are then judged by all rows. */
export const sampleRows = 20_000;
const singlesMost = 5;
const jointsMost = 3;
/** Columns that joint keys are made of: the most distinctive ones. */
const jointFrom = 6;
/** A field much less distinctive than the best one is no key. */
const worthShare = 0.25;
const longestKey = 200;

export function canBeKey({ kind, field_id }: Pick<MappedColumn, 'kind' | 'field_id'>): boolean {
  return field_id === 'item_id' || namesRecords(kind);
}

/** Rounded IDs name other things, however different they are. */
function areRounded({ column }: MappedColumn, rows: readonly SourceCells[]): boolean {
  const ids = new RoundedIds();
  for (const row of rows) ids.add(idOfCell(row[column] ?? ''));
  return ids.areRounded;
}

interface Judged {
  mapped: MappedColumn;
  texts: (string | null)[];
  distinct: number;
  empty: number;
}

/**
 * The keys worth judging: the record ID, the most distinctive single fields, and if none of those is unique alone, the smallest sets of two or three fields
 * that are, or that are better than any field alone: real files have duplicate rows.
 */
export function keyCandidates(mapped: readonly MappedColumn[], all: readonly SourceCells[]): string[][] {
  const own = mapped.find(({ field_id }) => field_id === 'item_id');
  // Rows that have a record id need no key beside it.
  const keyless = own ? all.filter((row) => idOfCell(row[own.column] ?? '') === '') : all;
  const rows = keyless.length === 0 ? all : keyless;
  const judged = mapped
    .filter((column) => canBeKey(column) && !areRounded(column, rows))
    .map((column) => judge(column, rows));
  const useful = judged
    .filter(
      ({ distinct, texts }) =>
        distinct >= Math.min(2, rows.length) && texts.every((text) => (text?.length ?? 0) <= longestKey),
    )
    .sort((a, b) => b.distinct - a.distinct || a.empty - b.empty);
  const fields = useful.filter(({ mapped: { field_id } }) => field_id !== 'item_id');
  const named = fields.filter((single) => !measuresByChance(single));
  // A latitude distinguishes cities, but names none: it is a candidate only if nothing else is.
  const considered = named.length > 0 ? named : fields;
  const most = considered[0]?.distinct ?? 0;
  const singles = considered.filter(({ distinct }) => distinct >= most * worthShare).slice(0, singlesMost);
  const found = [
    ...(own && !areRounded(own, all) ? [['item_id']] : []),
    ...singles.map(({ mapped: { field_id } }) => [field_id]),
  ];
  if (named.length > 0 && most === rows.length) return found;
  // What is unique by chance makes every set with it unique.
  const parts = fields.filter(({ distinct }) => distinct < rows.length);
  return [...found, ...joints(parts.slice(0, jointFrom), rows.length, named.length > 0 ? most : 0)];
}

function measuresByChance({ mapped: { kind }, texts }: Judged): boolean {
  if (!isNumber(kind) && !isDate(kind)) return false;
  return texts.length < noChance || (isNumber(kind) && texts.some((text) => text?.includes('.')));
}

/** @param alone rows that the best of the fields identifies on its own */
function joints(columns: readonly Judged[], rows: number, alone: number): string[][] {
  for (const size of [2, 3]) {
    const sets = subsets(columns, size)
      .map((set) => ({ set, chance: isByChance(set), distinct: distinctOf(set, rows) }))
      .filter(({ distinct }) => distinct > alone)
      .sort((a, b) => Number(a.chance) - Number(b.chance) || b.distinct - a.distinct);
    if (sets.length > 0)
      return sets.slice(0, jointsMost).map(({ set }) => set.map(({ mapped: { field_id } }) => field_id));
  }
  return [];
}

/** A date distinguishes records of one name; a number beside a name does so by chance, as dates alone do. */
function isByChance(set: readonly Judged[]): boolean {
  const measures = set.filter(measuresByChance);
  return measures.length === set.length || measures.some(({ mapped: { kind } }) => isNumber(kind));
}

function judge(mapped: MappedColumn, rows: readonly SourceCells[]): Judged {
  const text = keyTextOf(mapped);
  const texts = rows.map((row) => text(row[mapped.column] ?? '') ?? null);
  const seen = new Set(texts);
  const empty = texts.filter((each) => each === null).length;
  return { mapped, texts, distinct: seen.size - (seen.has(null) ? 1 : 0), empty };
}

function distinctOf(set: readonly Judged[], rows: number): number {
  const seen = new Set<number>();
  for (let row = 0; row < rows; row += 1) {
    const texts = set.map(({ texts: own }) => own[row] ?? null);
    if (texts.every((text) => text !== null)) seen.add(hashOf(texts as string[]));
  }
  return seen.size;
}

function subsets<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  if (size === 0) return [[]];
  return entries.flatMap((entry, index) => subsets(entries.slice(index + 1), size - 1).map((rest) => [entry, ...rest]));
}
