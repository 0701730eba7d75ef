import type { Json } from '../../../contract/json';
import type { FixedCell, Misfit } from '../../../jobs/table/changes';
import { type CellReason, type Convert, converterOf, textInFile } from '../mapping/convert';
import { fixerOf } from '../mapping/fixed-cells';
import type { MappedColumn } from '../mapping/mapping';
import type { ColumnHead } from '../source/header';
import type { SourceRow } from '../source/row-file';
import type { BreakingKind } from '../source/rows';
import { idOfCell, textOfCell } from '../source/rows';

/** A row of a file as what it would write. */
export interface ImportRow {
  line: number;
  /** Null: none is given, or the column is not mapped. */
  item_id: string | null;
  cells: ImportCell[];
  /** Fields that a blank leaves as they are; undefined where there are none. */
  blank: string[] | undefined;
  /** Texts that do not fit, and that count as blank by choice; undefined if there are none. */
  misfits: Misfit[] | undefined;
  /** Cells that the user fixed. */
  fixed?: FixedCell[];
  /** Of a results file: the row was skipped as a duplicate of this line, and its mark was not removed. */
  duplicateOf?: string;
  /** Why the line itself cannot be trusted; null when it can. */
  broken: BreakingKind | null;
  /** With `broken`: the text of the line. */
  raw: string | undefined;
}

interface ImportCell {
  field_id: string;
  after: Json;
  /** As it was written. */
  text: string;
  /** As displayed in the file, where that differs. */
  own?: string;
  /** Why the text cannot become a value of the field. */
  unfit: CellReason | null;
  /** The text holds ids. */
  ids?: true;
}

/**
 * Makes rows of a mapping.
 * @param heads columns of the source, by which a file of results is known
 */
export function importRowsOf(
  mapped: readonly MappedColumn[],
  heads: readonly ColumnHead[] = [],
): (row: SourceRow) => ImportRow {
  const duplicate = duplicateColumn(mapped, heads);
  const id = mapped.find(({ field_id }) => field_id === 'item_id');
  const columns = mapped
    .filter(({ field_id }) => field_id !== 'item_id')
    .map((own): { own: MappedColumn; convert: Convert } => ({ own, convert: converterOf(own) }));
  const fix = fixerOf(mapped);
  return ({ line, cells: inFile, broken, raw }) => {
    const { cells = inFile, fixed } = fix?.(line, inFile) ?? {};
    const written: ImportCell[] = [];
    let misfits: Misfit[] | undefined;
    let blank: string[] | undefined;
    for (const { own, convert } of columns) {
      const cell = cells[own.column];
      // Fields that the row does not name stay unchanged, whatever blanks are set to mean.
      if (cell === undefined) continue;
      const made = convert(cell);
      if (!made) {
        blank ??= [];
        blank.push(own.field_id);
        continue;
      }
      const { field_id, unfit } = own;
      if (made.unfit === null || unfit === undefined) {
        const seen = textInFile(cell, made);
        written.push(seen === made.text ? { field_id, ...made } : { field_id, ...made, own: seen });
        continue;
      }
      misfits ??= [];
      misfits.push({ field_id, text: textInFile(cell, made), does: unfit });
      // With its text: a record that reads like the file already is not cleared.
      if (unfit === 'clear') written.push({ field_id, after: null, unfit: null, text: made.text });
    }
    const given = id ? idOfCell(cells[id.column] ?? '') : '';
    const duplicateOf = duplicate === null ? '' : textOfCell(cells[duplicate]).trim();
    const made = { line, item_id: given === '' ? null : given, cells: written, blank, misfits, broken, raw };
    if (fixed === undefined && duplicateOf === '') return made;
    return { ...made, ...(fixed ? { fixed } : {}), ...(duplicateOf === '' ? {} : { duplicateOf }) };
  };
}

/** The index of the column in a results file that names the line a row duplicates; null in any other file, or if it is mapped to a field. */
/** By these columns a file is known as one of results (`src/transfer/out/result-file.ts`), whose duplicates stay out when it is imported. */
const resultMarks = ['line', 'outcome', 'trace_id', 'duplicate_of'];

function duplicateColumn(mapped: readonly MappedColumn[], heads: readonly ColumnHead[]): number | null {
  const placeOf = (name: string) => heads.find((head) => head.name === name)?.index;
  const place = placeOf('duplicate_of');
  if (place === undefined || resultMarks.some((name) => placeOf(name) === undefined)) return null;
  return mapped.some(({ column }) => column === place) ? null : place;
}
