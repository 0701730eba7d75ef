/** The worker of an import: one open file, and what the pages of the wizard ask of it. */

import { formatJson, type Json } from '../../../contract/json';
import { keyCandidates, sampleRows } from '../key/key-candidates';
import { counterOf, type KeyFinding, ranked } from '../key/key-quality';
import { type ColumnProfiler, emptyProfile, profileBlock } from '../mapping/column-values';
import { FitCounter } from '../mapping/fit';
import { fixedBlock, fixerOf } from '../mapping/fixed-cells';
import type { MappedColumn } from '../mapping/mapping';
import { RowFile, type SourceRow } from '../source/row-file';
import type { ImportProgress, RowBlock } from '../source/rows';
import { addProblems, noProblems, SheetValue } from '../source/rows';
import { openSource } from '../source/source-formats';
import type { FileFacts, FitResult, ImportOperation, ImportOperations } from './import-protocol';
import { type ImportRow, importRowsOf } from './import-rows';

/** Of the time that a workbook or a JSON array takes, the share in which it is parted into lines. */
const partingShare = 0.7;

export interface SessionOptions {
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/** One open file and everything that can be asked about it. Runs in the worker; knows nothing of messages. */
export class ImportSession {
  private file: RowFile | null = null;
  private fitted: { about: string; result: FitResult } | null = null;

  async answer<Name extends ImportOperation>(
    name: Name,
    input: ImportOperations[Name]['input'],
    options: SessionOptions,
  ): Promise<ImportOperations[Name]['output']> {
    const run = this[name] as (input: unknown, options: SessionOptions) => Promise<ImportOperations[Name]['output']>;
    return run.call(this, input, options);
  }

  async open(
    { file, choice, language, fields }: ImportOperations['open']['input'],
    { signal, onProgress }: SessionOptions,
  ): Promise<FileFacts> {
    const begun = performance.now();
    this.file = null;
    let before = 0;
    let parted = 0;
    const tell = ({ share, rows: read }: ImportProgress): void => {
      before = partingShare;
      parted = read;
      onProgress({ share: share * partingShare, rows: read });
    };
    const { lines, problemsFrom, ...source } = await openSource(file, choice, signal, tell, { language, fields });
    const rows = await RowFile.open(lines, choice.headerLine);
    const problems = noProblems();
    addProblems(problems, rows.headProblems);
    addProblems(problems, problemsFrom?.(rows.headerLine) ?? []);
    const profiles: ColumnProfiler[] = [];
    let broken = 0;
    let read = rows.firstByte;
    for await (const { block, bytes } of rows.blocks(signal)) {
      addProblems(problems, block.problems);
      broken += block.broken.size;
      profileBlock(block, profiles);
      read = bytes;
      onProgress({ share: before + (1 - before) * (bytes / lines.blob.size), rows: Math.max(parted, rows.total) });
    }
    this.file = rows;
    this.fitted = null;
    return {
      ...source,
      encoding: lines.encoding,
      delimiter: lines.format.kind === 'csv' ? lines.format.delimiter : null,
      escapes: lines.format.kind === 'csv' && lines.format.escapes === true,
      nulls: profiles.reduce((sum, profile) => sum + (profile?.nulls ?? 0), 0),
      isGuessed:
        (source.guess !== null && choice.encoding === undefined) ||
        (rows.likelyHeaders.length > 0 && choice.headerLine === undefined),
      places: ('numbered' in lines.format && lines.format.numbered) || 'line',
      headerLine: rows.headerLine,
      likelyHeaders: rows.likelyHeaders,
      columns: rows.columns,
      profiles: rows.columns.map(({ index }) => profiles[index]?.result() ?? emptyProfile),
      rows: rows.total,
      read: { bytes: read, of: lines.blob.size },
      broken,
      problems,
      took: performance.now() - begun,
    };
  }

  /** For display: numbers of a workbook as formatted there. */
  async rows({ from, to }: { from: number; to: number }) {
    const rows = await this.opened().rows(from, to);
    return rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => (cell instanceof SheetValue ? cell.look : cell)),
    }));
  }

  /** What was counted last is known: more than one step of an import asks for it. */
  async fit({ mapped }: { mapped: MappedColumn[] }, options: SessionOptions): Promise<FitResult> {
    options.signal.throwIfAborted();
    const about = formatJson(mapped as unknown as Json);
    if (this.fitted?.about !== about) this.fitted = { about, result: await this.countFit(mapped, options) };
    return this.fitted.result;
  }

  private async countFit(mapped: MappedColumn[], options: SessionOptions): Promise<FitResult> {
    const counter = new FitCounter(mapped);
    await this.each(mapped, options, (block) => counter.add(block));
    return { columns: counter.columns, rows: counter.rows, unfitRows: counter.unfitRows };
  }

  async keys(
    { mapped, also }: { mapped: MappedColumn[]; also: string[][] },
    options: SessionOptions,
  ): Promise<KeyFinding[]> {
    const sample = await this.opened().rows(0, sampleRows);
    const fix = fixerOf(mapped);
    const found = keyCandidates(
      mapped,
      sample.filter(({ broken }) => broken === null).map(({ line, cells }) => (fix ? fix(line, cells).cells : cells)),
    );
    const wanted = new Map([...found, ...also].map((fields) => [JSON.stringify([...fields].sort()), fields]));
    const counters = [...wanted.values()].flatMap((fields) => counterOf(fields, mapped) ?? []);
    await this.each(mapped, options, (block) => {
      for (const counter of counters) counter.add(block);
    });
    const unclear = counters.filter(({ wantsLines }) => wantsLines);
    if (unclear.length > 0) {
      await this.each(mapped, options, (block) => {
        for (const counter of unclear) counter.addLines(block);
      });
    }
    return ranked(counters.map((counter) => counter.result()));
  }

  async records({ mapped, from, to }: { mapped: MappedColumn[]; from: number; to: number }): Promise<ImportRow[]> {
    const file = this.opened();
    return (await file.rows(from, to)).map(importRowsOf(mapped, file.columns));
  }

  async recordsAt({ mapped, rows }: { mapped: MappedColumn[]; rows: number[] }): Promise<ImportRow[]> {
    const file = this.opened();
    const found: SourceRow[] = [];
    for (const row of rows) found.push(...(await file.rows(row, row + 1)));
    return found.map(importRowsOf(mapped, file.columns));
  }

  private opened(): RowFile {
    if (!this.file) throw new Error('no file is open');
    return this.file;
  }

  private async each(
    mapped: readonly MappedColumn[],
    { signal, onProgress }: SessionOptions,
    run: (block: RowBlock) => void,
  ): Promise<void> {
    const file = this.opened();
    const fix = fixerOf(mapped);
    const { size } = file.source.blob;
    for await (const { block, bytes, firstRow } of file.blocks(signal)) {
      run(fix ? fixedBlock(block, fix) : block);
      onProgress({ share: bytes / size, rows: firstRow + block.rows.length });
    }
  }
}
