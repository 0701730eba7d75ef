import { isDate, isFile } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import type { ExportColumn } from './export-columns';
import { exportText } from './export-columns';
import type { RowWriter, WriterOptions } from './text-writers';
import type { Zip } from './zip';

/** What a sheet holds at most; more goes into a further sheet of the same file. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, cellCharacters: 32_767 } as const;
/** Text of one sheet, well below what a file in an archive may have. */
const sheetCharactersMax = 1_000_000_000;

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Rows by whose texts columns are made wide enough, and the bounds of that. */
const sampleRows = 100;
const narrowest = 8;
const widest = 60;

/** Cell looks, by their place in `styles.xml`. */
const asText = 1;
const asHeader = 2;
const asDay = 3;
const asTime = 4;

/**
 * A workbook, written as it grows: numbers, switches, dates and texts. IDs and long integers are texts, as a sheet keeps 15 digits of a number; a text is
 * marked as such, so that editing does not turn it into a formula or a number. A date that a sheet would return as another text is a text.
 */
export function xlsxWriter<Row>(
  { columns, headers, references, read, write }: WriterOptions<Row>,
  rowsMax: number = sheetLimits.rows,
): RowWriter<Row> {
  // Only writing a workbook loads the archive code.
  const zip = import('./zip').then(({ createZip }) => createZip(write));
  const letters = columns.map((_, index) => columnLetters(index));
  let sheets = 0;
  let sheet: ReturnType<Zip['file']> | null = null;
  let row = 0;
  let characters = 0;
  let cut = 0;

  const textCell = (place: string, text: string, look: number): string => {
    let held = text;
    if (text.length > sheetLimits.cellCharacters) {
      cut += 1;
      held = text.slice(0, sheetLimits.cellCharacters).replace(/[\uD800-\uDBFF]$/, '');
    }
    return `<c r="${place}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${xmlText(held)}</t></is></c>`;
  };
  const cell = (value: Json | undefined, column: ExportColumn<Row>, place: string): string => {
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (isSheetNumber(value) && !isFile(column.kind)) return `<c r="${place}"><v>${value}</v></c>`;
    const date = isDate(column.kind) && typeof value === 'string' ? sheetDate(value) : null;
    if (date) return `<c r="${place}" s="${date.time ? asTime : asDay}"><v>${date.serial}</v></c>`;
    const text = exportText(value, column.kind, column.config, references);
    return text === '' ? '' : textCell(place, text, asText);
  };

  /** As wide as the header and the first texts need, in characters and within reason. */
  const widthsOf = (records: readonly Row[]): string =>
    columns
      .map((column, index) => {
        const texts = records
          .slice(0, sampleRows)
          .map((record) => exportText(column.valueOf(record), column.kind, column.config, references));
        const width = Math.max(...[headers[index] ?? '', ...texts].map(shownLength)) + 2;
        const held = Math.min(Math.max(width, narrowest), widest);
        return `<col min="${index + 1}" max="${index + 1}" width="${held}" customWidth="1"/>`;
      })
      .join('');

  async function open(records: readonly Row[]): Promise<NonNullable<typeof sheet>> {
    sheets += 1;
    const opened = (await zip).file(`xl/worksheets/sheet${sheets}.xml`);
    sheet = opened;
    row = 1;
    characters = 0;
    const names = headers.map((name, index) => textCell(`${letters[index]}1`, name, asHeader)).join('');
    await opened.write(
      `${header}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsOf(records)}</cols><sheetData><row r="1">${names}</row>`,
    );
    return opened;
  }

  async function close(): Promise<void> {
    await sheet?.write('</sheetData></worksheet>');
    await sheet?.close();
    sheet = null;
  }

  async function part(name: string, text: string): Promise<void> {
    const file = (await zip).file(name);
    await file.write(header + text);
    await file.close();
  }

  return {
    // A sheet begins with its first rows, which determine its column widths.
    async begin() {},
    async add(records) {
      let text = '';
      let current = sheet ?? (await open(records));
      for (const record of records) {
        if (row >= rowsMax || characters > sheetCharactersMax) {
          await current.write(text);
          text = '';
          await close();
          current = await open(records);
        }
        row += 1;
        const values = read(record);
        const cells = columns.map((column, index) => cell(values[index], column, `${letters[index]}${row}`)).join('');
        const line = `<row r="${row}">${cells}</row>`;
        text += line;
        characters += line.length;
      }
      await current.write(text);
    },
    async end() {
      if (sheets === 0) await open([]);
      await close();
      const numbered = Array.from({ length: sheets }, (_, index) => index + 1);
      const list = (line: (number: number) => string): string => numbered.map(line).join('');
      await part(
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${list((number) => `<sheet name="Records${number > 1 ? ` ${number}` : ''}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
      );
      await part(
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${packages}/relationships">${list((number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      );
      await part('xl/styles.xml', styles);
      await part(
        '_rels/.rels',
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      );
      await part(
        '[Content_Types].xml',
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${list((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
      );
      await (await zip).end();
    },
    cut: () => cut,
  };
}

const plainFont = '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>';
const boldFont = '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>';
/** What a format of its own is numbered from. */
const dayFormat = 164;
const timeFormat = 165;
/** The number of the built-in format of texts. */
const textFormat = 49;

/** A look of cells, by a format and a font. */
function look(format: number, { font = 0, isText = false } = {}): string {
  const marks = `${format > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}${isText ? ' quotePrefix="1"' : ''}`;
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${marks}/>`;
}

/** In the order of the places above: `asText` and the others. */
const looks = [
  look(0),
  look(textFormat, { isText: true }),
  look(textFormat, { isText: true, font: 1 }),
  look(dayFormat),
  look(timeFormat),
];
const listOf = (name: string, entries: readonly string[]): string =>
  `<${name} count="${entries.length}">${entries.join('')}</${name}>`;

/** All that Excel itself writes of styles, in the order of the schema (ECMA-376, 18.8.39), so that it has nothing to repair. */
const styles = `<styleSheet xmlns="${main}">${[
  listOf('numFmts', [
    `<numFmt numFmtId="${dayFormat}" formatCode="yyyy-mm-dd"/>`,
    `<numFmt numFmtId="${timeFormat}" formatCode="yyyy-mm-dd hh:mm:ss"/>`,
  ]),
  listOf('fonts', [plainFont, boldFont]),
  listOf('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]),
  listOf('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
  listOf('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  listOf('cellXfs', looks),
  listOf('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  listOf('dxfs', []),
  '<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/>',
].join('')}</styleSheet>`;

/** A number that a sheet shows as it is: with at most 15 digits that count. */
function isSheetNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) < 1e15 && Number(value.toPrecision(15)) === value;
}

/** Characters that a text takes in a cell: of several lines the longest counts, and Chinese ones are twice as wide. */
function shownLength(text: string): number {
  const lines = text.slice(0, 4 * widest).split('\n');
  return Math.max(...lines.map((line) => line.length + (line.match(/[\u2e80-\ud7ff\uf900-\uff60]/g)?.length ?? 0)));
}

/** `A`, `B`, … `Z`, `AA`, …: the name of a column by its place from 0. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Text between tags. What XML cannot hold is written as `_xHHHH_`, and what looks like that is escaped with `_x005F_` (ECMA-376, 22.9.2.19). */
export function xmlText(text: string): string {
  if (!/[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF_]/u.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(
      /[^\P{Cc}\t\n\x7f-\x9f]|[\uFFFE\uFFFF]|\p{Cs}/gu,
      (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

/** A date as a sheet keeps it. */
export interface SheetDate {
  /** Days as a workbook counts them, with the time of day as their fraction (ECMA-376, 18.17.4.1). */
  serial: number;
  /** The text has a time of day. */
  time: boolean;
}

/** Years from 1900 on. */
const dateForm = /^(19\d\d|[2-9]\d{3})-(\d\d)-(\d\d)(?: ([01]\d|2[0-3]):([0-5]\d):([0-5]\d))?$/;
const secondsOfDay = 86_400;
/** Days from the first one of a workbook to 1970. */
const daysTo1970 = 25_569;
/** 1900-03-01: before it workbooks count a day that was none. */
const firstSerial = 61;

/**
 * A date that comes back from a sheet as exactly the same text: `2026-02-03` or `2026-02-03 04:05:06`, a day that there is, from 1900-03-01 on.
 * @returns null for every other text
 */
export function sheetDate(text: string): SheetDate | null {
  const match = dateForm.exec(text);
  if (!match) return null;
  const [, year, month, day, hours, minutes, seconds] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // The 30th of February would be one of March.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const days = date.getTime() / (secondsOfDay * 1000) + daysTo1970;
  if (days < firstSerial) return null;
  if (hours === undefined) return { serial: days, time: false };
  const passed = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { serial: days + passed / secondsOfDay, time: true };
}
