import type { CellFinding } from '../../../jobs/check/cell-judge';
import { unfitCells } from '../../../jobs/check/check-counts';
import type { RowFinding } from '../../../jobs/check/dry-run';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';

/** A cell of a row of the file, as its details show it: with a value, a text that counts as blank, a blank, or the record id. */
export interface FileCell {
  field_id: string;
  /** The text in the file, or the fix. */
  text: string;
  /** The value it becomes; null for a blank, a text that counts as blank, and a record id. */
  cell: CellFinding | null;
  /** The text in the file, where it was fixed. */
  was: string | undefined;
  /** It cannot be read, or says nothing where something has to be said. */
  wrong: boolean;
}

/** The cells of a row that are shown and can be fixed: those with a value, and those whose blank or record id is why the row is not sent. */
export function fileCellsOf(
  finding: RowFinding,
  mapped: readonly MappedColumn[],
  keyFields: readonly string[],
): FileCell[] {
  const { record, cells, reason, keptByBlank = [] } = finding;
  const wasOf = (id: string): string | undefined => record.fixed?.find(({ field_id }) => field_id === id)?.was;
  const unfit = new Set(unfitCells(finding, keyFields).map(({ field_id }) => field_id));
  const found = new Map<string, FileCell>();
  const note = (field_id: string, more: Partial<FileCell> = {}): void => {
    if (found.has(field_id)) return;
    found.set(field_id, { field_id, text: '', cell: null, was: wasOf(field_id), wrong: unfit.has(field_id), ...more });
  };
  const isIdWrong = finding.unknownId === true || reason === 'id-missing';
  if (isIdWrong || wasOf('item_id') !== undefined) note('item_id', { text: record.item_id ?? '', wrong: isIdWrong });
  const lacksKey = reason === 'key-missing' || reason === 'key-empty';
  for (const id of lacksKey ? keyFields : [])
    if (!cells.some(({ field_id, text }) => field_id === id && text !== '')) note(id, { wrong: true });
  for (const id of keptByBlank) note(id);
  for (const { field_id, text } of record.misfits ?? []) note(field_id, { text, wrong: true });
  // Of a row without a key the others do not keep it out yet; with its key they would.
  for (const cell of cells) {
    const wrong = unfit.has(cell.field_id) || cell.state === 'unfit';
    note(cell.field_id, { text: cell.own ?? cell.text ?? '', cell, wrong });
  }
  for (const { field_id } of record.fixed ?? []) note(field_id);
  // A line whose cells cannot be told apart is put right in the file.
  return record.broken
    ? []
    : [...found.values()].filter(({ field_id: id }) => mapped.some((own) => own.field_id === id));
}

/** The cell that is fixed first; undefined where none is wrong. */
export function firstWrong(cells: readonly FileCell[]): FileCell | undefined {
  return cells.find(({ wrong }) => wrong);
}
