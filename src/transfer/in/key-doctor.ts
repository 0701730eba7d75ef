import { formatJson } from '../../contract/json';
import { type Convert, converterOf } from './convert';
import { idOfCell } from './json-text';
import { HashSet53, hashOf, nearForm } from './key-counter';
import type { MappedColumn } from './mapping';
import { lineOf, type RowBlock, type SourceCell } from './rows';

/** Rows that share a key, or nearly. */
export interface KeyExample {
  text: string;
  lines: number[];
}

/** What is to be known of a key before rows are matched by it. */
export interface KeyFinding {
  /** Ids of its fields; `item_id` alone, or fields. */
  fields: string[];
  /** The places of its columns, added up. */
  place: number;
  rows: number;
  /** Rows in which a field of it says nothing: they cannot be matched (4.5 rule 5). */
  empty: number;
  /** Rows whose key came before in the file. */
  doubles: number;
  /** Keys that differ from another one by case, spaces or leading zeros alone. */
  near: number;
  doubleExamples: KeyExample[];
  nearExamples: KeyExample[];
}

const examplesKept = 10;
const linesKept = 5;

/** The text by which a cell is a key; null when it says nothing, or cannot become a value. */
export type KeyText = (cell: SourceCell) => string | null;

/** Texts count as they are written, everything else by its value: `1.0` and `1` are one number. */
export function keyTextOf(mapped: MappedColumn): KeyText {
  if (mapped.field_id === 'item_id') return (cell) => idOfCell(cell) || null;
  const convert: Convert = converterOf(mapped);
  return (cell) => {
    const made = convert(cell);
    if (!made || made.unfit !== null || made.after === null) return null;
    return typeof made.after === 'string' ? made.after : formatJson(made.after);
  };
}

/** Judges one key, row by row; then, given the rows once more, finds the lines of what it counted. */
export class KeyCounter {
  private readonly finding: KeyFinding;
  private readonly exact = new HashSet53();
  private readonly close = new HashSet53();
  private readonly doubleHashes = new Map<number, KeyExample>();
  private readonly nearHashes = new Map<number, KeyExample>();

  constructor(private readonly parts: readonly { mapped: MappedColumn; text: KeyText }[]) {
    const fields = parts.map(({ mapped }) => mapped.field_id);
    const place = parts.reduce((sum, { mapped }) => sum + mapped.column, 0);
    this.finding = { fields, place, rows: 0, empty: 0, doubles: 0, near: 0, doubleExamples: [], nearExamples: [] };
  }

  add(block: RowBlock): void {
    for (const [index, row] of block.rows.entries()) {
      if (block.broken.has(index)) continue;
      this.finding.rows += 1;
      const texts = this.textsOf(row);
      if (texts === null) {
        this.finding.empty += 1;
        continue;
      }
      const hash = hashOf(texts);
      if (!this.exact.add(hash)) {
        this.finding.doubles += 1;
        if (this.doubleHashes.size < examplesKept) this.doubleHashes.set(hash, { text: '', lines: [] });
        continue;
      }
      const near = hashOf(texts.map(nearForm));
      if (!this.close.add(near)) {
        this.finding.near += 1;
        if (this.nearHashes.size < examplesKept) this.nearHashes.set(near, { text: '', lines: [] });
      }
    }
  }

  /** Whether a second look has anything to find. */
  get wantsLines(): boolean {
    return this.doubleHashes.size > 0 || this.nearHashes.size > 0;
  }

  addLines(block: RowBlock): void {
    for (const [index, row] of block.rows.entries()) {
      const texts = block.broken.has(index) ? null : this.textsOf(row);
      if (texts === null) continue;
      const line = lineOf(block, index);
      this.note(this.doubleHashes.get(hashOf(texts)), texts, line);
      if (this.nearHashes.size > 0) this.note(this.nearHashes.get(hashOf(texts.map(nearForm))), texts, line);
    }
  }

  result(): KeyFinding {
    const found = (examples: Map<number, KeyExample>) => [...examples.values()].filter(({ lines }) => lines.length > 0);
    return {
      ...this.finding,
      doubleExamples: found(this.doubleHashes),
      nearExamples: found(this.nearHashes),
    };
  }

  private note(example: KeyExample | undefined, texts: readonly string[], line: number): void {
    if (!example || example.lines.length >= linesKept) return;
    const text = texts.join(' · ');
    if (example.text === '') example.text = text;
    else if (example.lines.length < 3 && !example.text.includes(text)) example.text = `${example.text} / ${text}`;
    example.lines.push(line);
  }

  private textsOf(row: readonly SourceCell[]): string[] | null {
    const texts: string[] = [];
    for (const { mapped, text } of this.parts) {
      const own = text(row[mapped.column] ?? '');
      if (own === null) return null;
      texts.push(own);
    }
    return texts;
  }
}

export function counterOf(fields: readonly string[], mapped: readonly MappedColumn[]): KeyCounter | null {
  const parts = fields.flatMap((id) => {
    const own = mapped.find(({ field_id }) => field_id === id);
    return own ? [{ mapped: own, text: keyTextOf(own) }] : [];
  });
  return parts.length === fields.length && parts.length > 0 ? new KeyCounter(parts) : null;
}

/** Nothing is empty, there twice, or nearly. */
export function isSafe({ rows, empty, doubles, near }: KeyFinding): boolean {
  return rows > 0 && empty === 0 && doubles === 0 && near === 0;
}

/** A key of which so few rows stay out is usable: they are told, one by one. */
const fewLeftOut = 0.02;

export function leavesFewOut({ rows, empty, doubles }: KeyFinding): boolean {
  return doubles + empty <= rows * fewLeftOut;
}

/**
 * Best first: safe before unsafe, then fewer fields, the record id before others. Of those that are as good the one further left: what names a row
 * stands before what is measured of it, though a weight may tell a row or two more apart.
 */
export function ranked(findings: readonly KeyFinding[]): KeyFinding[] {
  const gradeOf = (finding: KeyFinding): number => {
    if (isSafe(finding)) return 0;
    if (finding.doubles === 0 && finding.empty === 0) return 1;
    return leavesFewOut(finding) ? 2 : 3;
  };
  const weight = (finding: KeyFinding): number[] => {
    const grade = gradeOf(finding);
    const leftOut = finding.doubles + finding.empty;
    return [
      grade,
      finding.fields.length,
      finding.fields[0] === 'item_id' ? 0 : 1,
      grade === 3 ? leftOut : finding.place,
      leftOut,
    ];
  };
  return [...findings].sort((a, b) => {
    const [left, right] = [weight(a), weight(b)];
    const at = left.findIndex((value, index) => value !== right[index]);
    return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  });
}
