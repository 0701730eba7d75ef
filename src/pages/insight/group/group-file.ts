import type { Json } from '../../../contract/json';
import type { Cell } from '../../../insight/engine/answer';
import type { GroupAnswer, GroupKey, GroupRow } from '../../../insight/questions/group';
import type { GroupQuestion } from '../../../insight/questions/group-question';
import type { Measure } from '../../../insight/questions/measure';
import type { Source } from '../../../insight/snapshot/snapshot-column';
import type { ExportColumn } from '../../../transfer/out/export-columns';
import { mediaTypes, writerOf } from '../../../transfer/out/export-plan';
import { blobSink, fileStem, saveFile } from '../../../transfer/out/sinks';

export type TableFormat = 'csv' | 'xlsx';

/** Saves a table of cells as a file. */
export async function saveTable(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
  format: TableFormat,
  name: string,
): Promise<void> {
  const columns = headers.map(
    (header, index): ExportColumn<readonly Cell[]> => ({
      id: header,
      name: null,
      kind: 'text',
      config: null,
      valueOf: (row) => jsonOf(row[index] ?? null),
    }),
  );
  const sink = blobSink(mediaTypes[format]);
  const form = { columns, headers, format, references: 'names', target: 'spreadsheets', mark: true } as const;
  const writer = writerOf(form, (row) => columns.map((column) => column.valueOf(row)), sink.write);
  await writer.begin();
  await writer.add(rows);
  await writer.end();
  const file = await sink.close();
  if (file) saveFile(file, `${fileStem(name, 'insight')}.${format}`);
}

interface GroupWords {
  name: string;
  all: string;
  measureOf(measure: Measure): string;
  keyOf(key: GroupKey): string;
}

/** Saves the lowest groups with their measures, a row each, and the figures of all rows below; those of a pivot beside each other. */
export function saveGroups(
  source: Source,
  { groups, measures }: GroupQuestion,
  answer: GroupAnswer,
  format: TableFormat,
  words: GroupWords,
): Promise<void> {
  const labels = groups.map(({ column }) => source.columns.find(({ id }) => id === column)?.label ?? column);
  const pivot = answer.pivot?.keys ?? [];
  const nested = pivot.length > 0 ? labels.slice(0, -1) : labels;
  const figures = (row: GroupRow): Cell[] => [
    ...pivot.flatMap((_, index) => row.cells[index] ?? measures.map(() => null)),
    ...row.measures,
  ];
  const headers = [
    ...nested,
    ...pivot.flatMap((key) => measures.map((measure) => `${words.keyOf(key)}, ${words.measureOf(measure)}`)),
    ...measures.map(words.measureOf),
  ];
  const lines = leavesOf(answer.all).map((row): Cell[] => [
    ...nested.map((_, level) => keyCell(row, level)),
    ...figures(row),
  ]);
  const all: Cell[] = [words.all, ...nested.slice(1).map(() => null), ...figures(answer.all)];
  return saveTable(headers, [...lines, all], format, words.name);
}

function leavesOf(row: GroupRow): GroupRow[] {
  return row.children.length === 0 && row.keys.length > 0 ? [row] : row.children.flatMap(leavesOf);
}

function keyCell(row: GroupRow, level: number): Cell {
  const key = row.keys[level];
  return key && key.state === 'value' ? key.value : (key?.state ?? null);
}

/** Integers stay whole: beyond what a number holds they are texts. */
function jsonOf(value: Cell): Json {
  if (typeof value !== 'bigint') return value as Json;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
}
