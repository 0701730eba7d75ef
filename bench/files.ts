import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createZip } from '../src/transfer/out/zip';

export const columns = 20;
const rowsAtOnce = 1000;

/** Ids, words, days and numbers, as tables have them. */
export async function writeRows(path: string, rows: number): Promise<string> {
  const file = createWriteStream(path);
  file.write(`${names().join(',')}\n`);
  for (let first = 0; first < rows; first += rowsAtOnce) {
    let text = '';
    for (let row = first; row < Math.min(rows, first + rowsAtOnce); row += 1) {
      text += `${names()
        .map((_name, column) => cellOf(row, column))
        .join(',')}\n`;
    }
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return path;
}

export const kindOf = (column: number): string =>
  ({ 0: 'number', 1: 'text', 2: 'date', 3: 'number' })[column % 4] ?? 'text';

const names = (): string[] => Array.from({ length: columns }, (_column, index) => `c${index}`);

function cellOf(row: number, column: number): string {
  if (column === 0) return `${row}`;
  const kind = column % 4;
  if (kind === 0) return `${row * 7 + column}`;
  if (kind === 1) return `word${(row * 31 + column) % 977}`;
  return kind === 2 ? `2024-0${1 + (row % 9)}-1${column % 10}` : (((row * column) % 1000) / 10).toFixed(2);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Words that repeat, and one text of its own in each row. */
const words = 977;
const firstDay = 45_292;

/** The same rows as a workbook as Excel writes it: texts shared, days and prices as numbers with a format. */
export async function writeWorkbook(path: string, rows: number): Promise<string> {
  const file = createWriteStream(path);
  const zip = createZip(async (chunk) => {
    if (!file.write(chunk)) await once(file, 'drain');
  });
  const part = async (name: string, pieces: Iterable<string>): Promise<void> => {
    const entry = zip.file(name);
    for (const piece of pieces) await entry.write(piece);
    await entry.close();
  };
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  await part('_rels/.rels', [`<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`]);
  await part('xl/workbook.xml', [
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ]);
  await part('xl/_rels/workbook.xml.rels', [
    `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
  ]);
  await part('xl/styles.xml', [
    `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="2"/></cellXfs></styleSheet>`,
  ]);
  await part('xl/sharedStrings.xml', sharedStrings(rows));
  await part('xl/worksheets/sheet1.xml', sheet(rows));
  await zip.end();
  file.end();
  await finished(file);
  return path;
}

function* sharedStrings(rows: number): Iterable<string> {
  const item = (text: string): string => `<si><t>${text}</t></si>`;
  yield `<sst xmlns="${main}">${names().map(item).join('')}`;
  yield Array.from({ length: words }, (_word, index) => item(`word${index}`)).join('');
  for (let first = 0; first < rows; first += rowsAtOnce) {
    yield Array.from({ length: rowsAtOnce }, (_row, index) => item(`text of row ${first + index}`)).join('');
  }
  yield '</sst>';
}

function* sheet(rows: number): Iterable<string> {
  const letters = names().map((_name, column) => String.fromCharCode(65 + column));
  yield `<worksheet xmlns="${main}"><dimension ref="A1:T${rows + 1}"/><sheetData><row r="1">`;
  yield `${letters.map((letter, column) => `<c r="${letter}1" t="s"><v>${column}</v></c>`).join('')}</row>`;
  for (let first = 0; first < rows; first += rowsAtOnce) {
    let text = '';
    for (let row = first; row < Math.min(rows, first + rowsAtOnce); row += 1) {
      const place = row + 2;
      const cells = letters.map((letter, column) => {
        const kind = column % 4;
        if (column === 1) return `<c r="${letter}${place}" t="s"><v>${columns + words + row}</v></c>`;
        if (kind === 1) return `<c r="${letter}${place}" t="s"><v>${columns + ((row * 31 + column) % words)}</v></c>`;
        if (kind === 2) return `<c r="${letter}${place}" s="1"><v>${firstDay + ((row + column) % 366)}</v></c>`;
        if (kind === 3) return `<c r="${letter}${place}" s="2"><v>${((row * column) % 1000) / 10}</v></c>`;
        return `<c r="${letter}${place}"><v>${cellOf(row, column)}</v></c>`;
      });
      text += `<row r="${place}" spans="1:${columns}">${cells.join('')}</row>`;
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}
