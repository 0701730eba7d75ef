import { expect, test } from 'vitest';
import { RowFile } from './row-file';
import { addProblems, lineOf, noProblems, type ProblemKind, type SourceCells } from './rows';
import { openSource, type SourceChoice } from './source-formats';

export interface ReadAll {
  names: string[];
  rows: SourceCells[];
  lines: number[];
  problems: [ProblemKind, number][];
  broken: number[];
  format: string;
  encoding: string;
}

export async function readAll(bytes: BlobPart, choice: SourceChoice = {}, size?: number): Promise<ReadAll> {
  const opened = await openSource(new Blob([bytes]), choice);
  const file = await RowFile.open(opened.lines, choice.headerLine, size);
  const all: ReadAll = {
    names: [],
    rows: [],
    lines: [],
    problems: [],
    broken: [],
    format: opened.format,
    encoding: opened.lines.encoding,
  };
  const list = noProblems();
  for await (const { block } of file.blocks()) {
    for (const [index, row] of block.rows.entries()) {
      all.rows.push(row);
      all.lines.push(lineOf(block, index));
      if (block.broken.has(index)) all.broken.push(lineOf(block, index));
    }
    addProblems(list, block.problems);
  }
  all.problems = list.first.map(({ kind, line }) => [kind, line]);
  all.names = file.columns.map(({ name }) => name);
  // Later reads return what the first read returned.
  const again = await file.rows(0, file.total);
  if (all.format !== 'csv') all.rows = again.map(({ cells }) => cells);
  expect(again.map(({ cells }) => cells)).toEqual(all.rows);
  expect(again.map(({ line }) => line)).toEqual(all.lines);
  return all;
}

/** The name and content of a file, what is read from it, and the user's choices. */
export type UglyFile = [name: string, bytes: BlobPart, expected: Partial<ReadAll>, choice?: SourceChoice];

/** Reads each file as a whole, and a few bytes at a time: the answer is the same. */
export function readsAll(files: UglyFile[]): void {
  test.each(files)('%s', async (_name, bytes, expected, choice) => {
    expect(await readAll(bytes, choice)).toMatchObject(expected);
  });

  test.each(files)('%s, read a few bytes at a time', async (_name, bytes, expected, choice) => {
    expect(await readAll(bytes, choice, 8)).toMatchObject(expected);
  });
}
