/** The key of an import: which columns could find the records of its rows, and how well each would, in the file and in the table. */

import { isNumber, isShortText } from '../../../contract/field-kinds';
import { comparableForm, keyPart } from '../../../jobs/check/similar-keys';
import { canName } from '../../../jobs/table/record-key';
import { type Convert, converterOf } from '../mapping/convert';
import type { MappedColumn } from '../mapping/mapping';
import { idOfCell, lineOf, type RowBlock, type SourceCell, type SourceCells } from '../source/rows';
import { HashSet53, hashOf } from './key-hashes';

/** Rows that share a key, or nearly. */
export interface KeyExample {
  text: string;
  lines: number[];
}

/** What to know about a key before matching rows by it. */
export interface KeyFinding {
  /** Ids of its fields; `item_id` alone, or fields. */
  fields: string[];
  /** The places of its columns, added up. */
  place: number;
  rows: number;
  /** Rows that are looked for by their record id (4.5 rule 4); of these only the id is judged. */
  byId: number;
  /** Fields of it that measure or sort: in few rows a number is unique by chance, and so are a date and an option without a name. */
  measures: number;
  /** One of its numbers has a fraction, as a coordinate or a weight has: that never names a record. */
  fractions: boolean;
  /** Rows in which a field of it is empty, or does not fit: they cannot be matched (4.5 rule 5). */
  empty: number;
  /** Of the empty ones, those with a text that does not fit. */
  unfit: number;
  /** The first of the empty ones. */
  emptyLines: number[];
  /** Rows whose key came before in the file. */
  duplicates: number;
  /** Keys that differ from another one by case, accents, spaces or leading zeros alone. */
  similar: number;
  duplicateExamples: KeyExample[];
  similarExamples: KeyExample[];
}

const examplesKept = 10;
const linesKept = 5;

/** The text of a cell as a key; null when empty, undefined when it cannot become a value. */
type KeyText = (cell: SourceCell) => string | null | undefined;

/** Texts count as they are written, everything else by its value: `1.0` and `1` are one number. */
export function keyTextOf(mapped: MappedColumn): KeyText {
  if (mapped.field_id === 'item_id') return (cell) => idOfCell(cell) || null;
  const convert: Convert = converterOf(mapped);
  return (cell) => {
    const made = convert(cell);
    if (made && made.unfit !== null) return undefined;
    return made && canName(made.after) ? keyPart(made.after) : null;
  };
}

/** Reads a key from the rows of a file. */
interface KeyReader {
  parts: readonly MappedColumn[];
  /** The record id of a row that is matched by it, with any key; `''` otherwise. */
  idOf(row: SourceCells): string;
  /** @returns null if a field is empty, undefined if one does not fit */
  textsOf(row: SourceCells): string[] | null | undefined;
}

/** Null where a field of the key is no column. */
function keyReader(fields: readonly string[], mapped: readonly MappedColumn[]): KeyReader | null {
  const parts = fields.flatMap((id) => mapped.find(({ field_id }) => field_id === id) ?? []);
  if (parts.length !== fields.length || parts.length === 0) return null;
  const reads = parts.map((own) => ({ column: own.column, read: keyTextOf(own) }));
  const id = fields.includes('item_id') ? undefined : mapped.find(({ field_id }) => field_id === 'item_id');
  return {
    parts,
    idOf: (row) => (id ? idOfCell(row[id.column] ?? '') : ''),
    textsOf(row) {
      const texts: string[] = [];
      for (const { column, read } of reads) {
        const own = read(row[column] ?? '');
        if (own === null || own === undefined) return own;
        texts.push(own);
      }
      return texts;
    },
  };
}

/** Judges one key, row by row; then, given the rows once more, finds the lines of what it counted. */
class KeyCounter {
  private readonly finding: KeyFinding;
  private readonly exact = new HashSet53();
  private readonly comparable = new HashSet53();
  private readonly duplicateHashes = new Map<number, KeyExample>();
  private readonly similarHashes = new Map<number, KeyExample>();

  constructor(private readonly key: KeyReader) {
    const { parts } = key;
    const numbers = parts.filter(({ kind }) => isNumber(kind)).length;
    this.finding = {
      fields: parts.map(({ field_id }) => field_id),
      place: parts.reduce((sum, { column }) => sum + column, 0),
      rows: 0,
      byId: 0,
      measures: parts.some(({ kind }) => isShortText(kind)) ? numbers : parts.length,
      fractions: false,
      empty: 0,
      unfit: 0,
      emptyLines: [],
      duplicates: 0,
      similar: 0,
      duplicateExamples: [],
      similarExamples: [],
    };
  }

  add(block: RowBlock): void {
    for (const [index, row] of block.rows.entries()) {
      if (block.broken.has(index)) continue;
      this.finding.rows += 1;
      const id = this.key.idOf(row);
      if (id !== '') {
        this.finding.byId += 1;
        if (!this.exact.add(hashOf(['#', id, '#']))) this.finding.duplicates += 1;
        continue;
      }
      const texts = this.key.textsOf(row);
      if (texts === null || texts === undefined) {
        this.finding.empty += 1;
        if (texts === undefined) this.finding.unfit += 1;
        if (this.finding.emptyLines.length < linesKept) this.finding.emptyLines.push(lineOf(block, index));
        continue;
      }
      if (this.key.parts.some(({ kind }, part) => isNumber(kind) && texts[part]?.includes('.')))
        this.finding.fractions = true;
      const hash = hashOf(texts);
      if (!this.exact.add(hash)) {
        this.finding.duplicates += 1;
        if (this.duplicateHashes.size < examplesKept) this.duplicateHashes.set(hash, { text: '', lines: [] });
        continue;
      }
      const form = hashOf(texts.map(comparableForm));
      if (!this.comparable.add(form)) {
        this.finding.similar += 1;
        if (this.similarHashes.size < examplesKept) this.similarHashes.set(form, { text: '', lines: [] });
      }
    }
  }

  /** Whether a second look has anything to find. */
  get wantsLines(): boolean {
    return this.duplicateHashes.size > 0 || this.similarHashes.size > 0;
  }

  addLines(block: RowBlock): void {
    for (const [index, row] of block.rows.entries()) {
      const texts = block.broken.has(index) || this.key.idOf(row) !== '' ? null : this.key.textsOf(row);
      if (!texts) continue;
      const line = lineOf(block, index);
      this.note(this.duplicateHashes.get(hashOf(texts)), texts, line);
      if (this.similarHashes.size > 0)
        this.note(this.similarHashes.get(hashOf(texts.map(comparableForm))), texts, line);
    }
  }

  result(): KeyFinding {
    const found = (examples: Map<number, KeyExample>) => [...examples.values()].filter(({ lines }) => lines.length > 0);
    return {
      ...this.finding,
      duplicateExamples: found(this.duplicateHashes),
      similarExamples: found(this.similarHashes),
    };
  }

  private note(example: KeyExample | undefined, texts: readonly string[], line: number): void {
    if (!example || example.lines.length >= linesKept) return;
    const text = texts.join(' · ');
    if (example.text === '') example.text = text;
    else if (example.lines.length < 3 && !example.text.includes(text)) example.text = `${example.text} / ${text}`;
    example.lines.push(line);
  }
}

export function counterOf(fields: readonly string[], mapped: readonly MappedColumn[]): KeyCounter | null {
  const reader = keyReader(fields, mapped);
  return reader && new KeyCounter(reader);
}

/** Nothing is empty, there twice, or nearly. */
export function isSafe({ rows, empty, duplicates, similar }: KeyFinding): boolean {
  return rows > 0 && empty === 0 && duplicates === 0 && similar === 0;
}

/** A key that skips so few rows is usable: they are listed one by one. */
const fewLeftOut = 0.02;
/** In a short file up to this many count as few, if they are at most one in ten. */
const fewRows = 3;

export function leavesFewOut({ rows, empty, duplicates }: Pick<KeyFinding, 'rows' | 'empty' | 'duplicates'>): boolean {
  const out = duplicates + empty;
  return out <= rows * fewLeftOut || (out <= fewRows && out * 10 <= rows);
}

/** This many distinct numbers or days are no coincidence. */
export const noChance = 200;

/** Whether it may be unique only because there are so few rows, or because it measures finely. */
export function byChance({ rows, byId, measures, fractions }: KeyFinding): boolean {
  return fractions || (measures > 0 && 0 < rows - byId && rows - byId < noChance);
}

export type KeyVerdict = 'useless' | 'id-first' | 'safe' | 'safe-in-file' | 'usable' | 'usable-but' | 'unsafe';

/** The verdict on a key; `inTable`: how many records of the table share it with another one, null if not compared. */
export function verdictOf(finding: KeyFinding, inTable: number | null): KeyVerdict {
  const { fields, rows, byId, empty, duplicates } = finding;
  if (empty === rows) return 'useless';
  if (!inTable && isSafe(finding)) {
    // Every row is looked for by its id: of the key itself nothing is known.
    if (byId === rows) return 'id-first';
    // A key that is unique in the file only may match anything in the table.
    return inTable !== null || isById(fields) ? 'safe' : 'safe-in-file';
  }
  if (!inTable && duplicates === 0 && empty === 0) return 'usable';
  return !inTable && leavesFewOut(finding) ? 'usable-but' : 'unsafe';
}

/** The share of the rows that have the key, or a record id beside it, to the nearest tenth of a percent; 1 only where all of them have, 0 only where none has. */
export function coverageOf({ rows, empty }: Pick<KeyFinding, 'rows' | 'empty'>): number {
  if (rows === empty) return 0;
  return empty === 0 ? 1 : Math.min(0.999, Math.max(0.001, Math.round(((rows - empty) / rows) * 1000) / 1000));
}

/** Whether the record id alone is the key. */
export function isById(fields: readonly string[]): boolean {
  return fields.length === 1 && fields[0] === 'item_id';
}

/**
 * Best first: keys unique by chance last; safe before unsafe, texts before numbers and dates, fewer fields, the record ID before others unless rows have none:
 * those would be skipped, where a key matches or creates them. Of equally good ones the one further left: a name comes before its details, though these may
 * identify a row or two more.
 */
export function ranked(findings: readonly KeyFinding[]): KeyFinding[] {
  const gradeOf = (finding: KeyFinding): number => {
    if (isSafe(finding)) return 0;
    if (finding.duplicates === 0 && finding.empty === 0) return 1;
    return leavesFewOut(finding) ? 2 : 3;
  };
  const weight = (finding: KeyFinding): number[] => {
    const grade = gradeOf(finding);
    const leftOut = finding.duplicates + finding.empty;
    return [
      byChance(finding) ? 1 : 0,
      grade,
      finding.measures > 0 ? 1 : 0,
      isById(finding.fields) && finding.empty > 0 ? 1 : 0,
      grade === 3 ? leftOut : 0,
      finding.fields.length,
      finding.fields[0] === 'item_id' ? 0 : 1,
      finding.place,
      leftOut,
    ];
  };
  return [...findings].sort((a, b) => {
    const [left, right] = [weight(a), weight(b)];
    const at = left.findIndex((value, index) => value !== right[index]);
    return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  });
}
