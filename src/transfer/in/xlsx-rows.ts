import readSheets from 'read-excel-file/universal';

export interface SheetText {
  name: string;
  /** A line for each row: its number, a tab, and its cells as a JSON array of texts. */
  lines: Blob;
  rows: number;
}

type Cell = string | number | boolean | Date | null;

const rowsOfPart = 2000;

/** Every sheet of a workbook as lines of texts, as they look. @throws when it is no workbook */
export async function readWorkbook(file: Blob): Promise<SheetText[]> {
  const sheets = await readSheets<string>(file, { trim: false, parseNumber: shownNumber });
  return sheets.map(({ sheet, data }) => {
    const rows = data as Cell[][];
    const parts: string[] = [];
    for (let start = 0; start < rows.length; start += rowsOfPart) {
      const part = rows.slice(start, start + rowsOfPart);
      parts.push(part.map((row, index) => `${start + index + 1}\t${JSON.stringify(row.map(shownText))}\n`).join(''));
    }
    return { name: sheet, lines: new Blob(parts), rows: rows.length };
  });
}

function shownText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell instanceof Date ? shownDate(cell) : String(cell);
}

/** A workbook keeps 17 digits and shows 15: `0.1 + 0.2` is `0.3` for whoever looks at it. */
export function shownNumber(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number) || /^-?\d{1,15}$/.test(text)) return text;
  return String(Number(number.toPrecision(15)));
}

/** A workbook's dates have no zone; the reader gives them as UTC. */
function shownDate(date: Date): string {
  const rounded = new Date(Math.round(date.getTime() / 1000) * 1000);
  const [day = '', time = ''] = rounded.toISOString().slice(0, 19).split('T');
  if (time === '00:00:00') return day;
  // A time of day alone counts from the day before the first.
  return day <= '1899-12-31' ? time : `${day} ${time}`;
}
