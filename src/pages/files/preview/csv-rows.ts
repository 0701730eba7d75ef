import { csvReader, detectDelimiter } from '../../../edits/csv';

/** The beginning of a table that was written as text. */
export interface CsvRows {
  /** Cells of each row, as they are; the first row mostly names the columns. */
  rows: string[][];
  /** The most cells that a row has, at most `columnsMax`. */
  columns: number;
  /** There are rows beyond `rowsMax`. */
  moreRows: boolean;
  /** There are cells beyond `columnsMax`. */
  moreColumns: boolean;
}

const rowsMax = 20_000;
const columnsMax = 200;

/**
 * Rows of a table of text, for the eye.
 * @param cut the text is the beginning of a longer one, so its last row may be incomplete and is left out
 */
export function csvRows(text: string, cut = false): CsvRows {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const readRow = csvReader(body, detectDelimiter(body.slice(0, sampleCharacters)));
  const rows: string[][] = [];
  let columns = 0;
  let moreColumns = false;
  let at = 0;
  while (at < body.length && rows.length < rowsMax) {
    const { cells, end, mark, open } = readRow(at);
    at = end + mark;
    if (cut && (mark === 0 || open !== null)) break;
    if (cells.length > columnsMax) moreColumns = true;
    rows.push(cells.slice(0, columnsMax));
    columns = Math.max(columns, Math.min(cells.length, columnsMax));
  }
  return { rows, columns, moreRows: at < body.length, moreColumns };
}

/** Of which the delimiter is found. */
const sampleCharacters = 65_536;
