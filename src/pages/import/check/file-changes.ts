import type { ChangedRecord } from '../../../jobs/table/changes';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import type { ImportRow } from '../../../transfer/in/worker/import-rows';

/** The rows of a file, and how they are read. */
interface FileRows {
  importer: ImportClient;
  mapped: readonly MappedColumn[];
  rows: number;
}

/** Rows asked of the worker at once. */
const rowsAtOnce = 1000;

/** Every row of a file as the input of a job. */
export async function* changesOf(
  { importer, mapped, rows }: FileRows,
  signal: AbortSignal,
): AsyncGenerator<ChangedRecord> {
  const ask = (from: number) => {
    const to = Math.min(rows, from + rowsAtOnce);
    const page = importer.ask('records', { mapped: [...mapped], from, to }, { signal });
    // Requested ahead, and useless when the check ends before.
    page.catch(() => {});
    return page;
  };
  let ahead = ask(0);
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const page = await ahead;
    // The next rows are made while these are judged.
    if (from + rowsAtOnce < rows) ahead = ask(from + rowsAtOnce);
    for (const row of page) yield changeOf(row);
  }
}

/** A row of the file as the input of a job. */
export function changeOf({
  line,
  item_id,
  cells,
  blank,
  misfits,
  fixed,
  duplicateOf,
  broken,
  raw,
}: ImportRow): ChangedRecord {
  const whole = { row: `${line}`, line, title: null, unseen: true as const };
  if (broken !== null) return { ...whole, item_id: null, cells: [], broken, ...(raw === undefined ? {} : { raw }) };
  return {
    ...whole,
    item_id,
    ...(blank ? { blank } : {}),
    ...(misfits ? { misfits } : {}),
    ...(fixed ? { fixed } : {}),
    ...(duplicateOf === undefined ? {} : { duplicateOf }),
    cells: cells.map(({ own, unfit, ids, ...cell }) => ({
      ...cell,
      before: undefined,
      ...(own === undefined ? {} : { own }),
      ...(unfit === null ? {} : { unfit: true as const }),
      ...(ids ? { ids } : {}),
    })),
  };
}
