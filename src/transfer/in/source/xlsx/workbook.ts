import { getFormatFromId } from 'numfmt';
import { loose } from '../../mapping/mapping';
import { checkLimit, Expansion, FileLimitError } from '../file-limits';
import { findHeader, type HeadLine, namesOf } from '../header';
import { headRows } from '../rows';
import { readSheetRows, type SheetLooks } from './sheet-rows';
import { type Part, type Parts, partName, readPart, readXml, readZip, type XmlHandler } from './xml-parts';

export interface WorkbookSheet {
  name: string;
  hidden: boolean;
  part: Part;
  /** Rows, from 1, at which pictures lie over its cells. */
  pictures(): Promise<number[]>;
}

/** What is to be known of a workbook before its cells are read. */
export interface Workbook {
  sheets: WorkbookSheet[];
  /** Names of sheets that it lists and does not have. */
  missing: string[];
  strings: Part | undefined;
  /** The format of the numbers of each style; null: a day as the machine that opens the file writes it; undefined where it is missing. */
  formats: (string | null | undefined)[];
  /** Days are counted from 1904, as on old Macs. */
  from1904: boolean;
}

/** The parts of a workbook. @throws FileLimitError; an error where it has none of its sheets; an archive that holds no workbook has no sheets */
export async function readWorkbookParts(file: Blob): Promise<Workbook> {
  const zip = await readZip(file);
  const main = (await targetsOf(zip, '')).find(({ type }) => type === 'officeDocument')?.path;
  const book = main === undefined ? undefined : zip.get(main);
  if (main === undefined || !book) return { sheets: [], missing: [], strings: undefined, formats: [], from1904: false };
  const parts = await targetsOf(zip, main);
  const partOf = (type: string) => zip.get(parts.find((part) => part.type === type)?.path ?? '');
  const targets = new Map(parts.map((part) => [part.id, part]));
  const sheets: WorkbookSheet[] = [];
  const missing: string[] = [];
  let from1904 = false;
  await readPart(book, {
    open(name, attributes, namespaceOf) {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const isId = (key: string) => key.endsWith(':id') && relations.test(namespaceOf(key.slice(0, -3)));
      const [, id = ''] = Object.entries(attributes).find(([key]) => isId(key)) ?? [];
      const { type, path = '' } = targets.get(id) ?? {};
      // Sheets of charts and macros have no rows.
      if (type !== undefined && type !== 'worksheet') return;
      const { name: called = '', state = '' } = attributes;
      const part = zip.get(path);
      if (!part) missing.push(called);
      else sheets.push({ name: called, hidden: /hidden/i.test(state), part, pictures: () => picturesOver(zip, path) });
    },
  });
  checkLimit('sheets', sheets.length + missing.length);
  if (sheets.length === 0 && missing.length > 0) throw new Error('the workbook has none of its sheets');
  return { sheets, missing, strings: partOf('sharedStrings'), formats: await formatsOf(partOf('styles')), from1904 };
}

/** The namespace of the relationships of a workbook, and of a strict one; with a word behind it, the type of one. */
const relations =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships(?:\/(\w+))?$/;

interface Target {
  id: string;
  /** `''`: one that the standard does not have. */
  type: string;
  /** Name of the part. */
  path: string;
}

/** The parts that a part names. @param path its name; `''`: of the archive itself */
async function targetsOf(zip: Parts, path: string): Promise<Target[]> {
  const parts: Target[] = [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  await readPart(zip.get(`${folder}_rels/${path.slice(folder.length)}.rels`), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      const [, type = ''] = relations.exec(Type) ?? [];
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const base = `http://workbook/${folder}`;
      if (URL.canParse(Target, base)) parts.push({ id: Id, type, path: partName(new URL(Target, base).pathname) });
    },
  });
  return parts;
}

async function picturesOver(zip: Parts, sheet: string): Promise<number[]> {
  const rows: number[] = [];
  let row = '';
  let inFrom = false;
  let inRow = false;
  // An anchor begins in a cell, and then has what lies there (ECMA-376, 20.5.2.33).
  const anchors: XmlHandler = {
    open(name) {
      inRow = inFrom && name === 'row';
      if (name === 'from') [inFrom, row] = [true, ''];
      else if (name === 'pic') rows.push(Number(row) + 1);
    },
    text(text) {
      if (inRow) row += text;
    },
    close(name) {
      inRow = false;
      if (name === 'from') inFrom = false;
    },
  };
  const drawings = (await targetsOf(zip, sheet)).filter(({ type }) => type === 'drawing');
  for (const { path } of drawings) await readPart(zip.get(path), anchors);
  return rows;
}

/** Numbers of formats that every machine fills with the days of its language: 14, 22, and those of East Asia. */
function isDayOfLanguage(id: number): boolean {
  return id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

/** The first number of a format that a workbook has to define. */
const firstOwnFormat = 164;

/** Excel takes 255 characters. What a longer one means would take any time to find out: its numbers are as their digits. */
const longestCode = 1000;

function codeOf(written = ''): string {
  return written.length > longestCode ? '' : written;
}

/** The format of each cell style. */
async function formatsOf(part: Part | undefined): Promise<Workbook['formats']> {
  const own = new Map<number, string>();
  const formats: Workbook['formats'] = [];
  let inCells = false;
  await readPart(part, {
    open(name, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId);
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') own.set(id, codeOf(formatCode));
      else if (name === 'xf' && inCells)
        formats.push(
          own.get(id) ?? (isDayOfLanguage(id) ? null : id < firstOwnFormat ? getFormatFromId(id) : undefined),
        );
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  checkLimit('looks', formats.length);
  return formats;
}

/** Sheets up to this size are counted if they do not declare their rows. */
const countedBytes = 400_000;
/** Bytes of a sheet that are looked at for that, and for its header. */
const sampledBytes = 2 ** 20;

/** The number of the last row of a sheet, without reading much of it; null if unknown. */
export async function declaredRows({ part: { entry } }: WorkbookSheet, expansion: Expansion): Promise<number | null> {
  let told: number | null = null;
  let rows = 0;
  let hasBegun = false;
  const pieces = readXml(
    { entry, expansion },
    { limit: 'row', of: (name) => name === 'row' },
    {
      open(name, { r, ref }) {
        if (name === 'dimension') told ??= Number(/(\d+)$/.exec(ref ?? '')?.[1] ?? Number.NaN) || null;
        else if (name === 'sheetData') hasBegun = true;
        else if (name === 'row') rows = Number(r ?? rows + 1);
      },
    },
  );
  try {
    for await (const bytes of pieces) {
      if (told !== null) return told;
      if (bytes > sampledBytes || (hasBegun && entry.uncompressedSize > countedBytes)) return null;
    }
  } catch (error) {
    // A sheet that was not chosen keeps no other from being read.
    if (!(error instanceof FileLimitError)) throw error;
    return null;
  }
  return rows;
}

/** One name may be in any sheet, as in one of remarks. */
const fewestNames = 2;
/** Sheets of which something is read before one is chosen: each is unpacked up to its first rows. */
export const sheetsInspected = 100;
/** Bytes that are unpacked of all of them for that: what is not looked at is not known. */
const inspectedBytes = 16 * 2 ** 20;

/** Counts what is unpacked of sheets that are only looked at. */
export function inspection(): Expansion {
  return new Expansion(inspectedBytes);
}

/**
 * The sheet with which a workbook opens: the first one in whose header at least half of the names, and two, are fields; if there is none, the first. Hidden
 * ones are skipped.
 * @param fields names and IDs
 * @returns its index; 0 if all are hidden
 */
export async function sheetOfFields(
  sheets: readonly WorkbookSheet[],
  looks: SheetLooks,
  fields: readonly string[],
): Promise<number> {
  const places = [...sheets.keys()].filter((place) => !sheets[place]?.hidden);
  const first = places[0] ?? 0;
  if (places.length < 2 || fields.length === 0) return first;
  const known = new Set(fields.map(loose));
  const expansion = inspection();
  for (const place of places.slice(0, sheetsInspected)) {
    const names = await namesIn(sheets[place] as WorkbookSheet, looks, expansion);
    const found = names.filter((name) => known.has(loose(name))).length;
    if (found >= fewestNames && found * 2 >= names.length) return place;
  }
  return first;
}

/** The texts in the header of a sheet, which is among its first rows. */
async function namesIn({ part: { entry } }: WorkbookSheet, looks: SheetLooks, expansion: Expansion): Promise<string[]> {
  const first: HeadLine[] = [];
  try {
    for await (const { rows, bytes } of readSheetRows({ entry, expansion }, looks, sampledBytes)) {
      for (const { number, cells } of rows) {
        const shown = cells.map((cell) => (typeof cell === 'string' ? cell : 0));
        first.push({ cells: shown, line: number, nextLine: number + 1 });
      }
      if (first.length >= headRows || bytes > sampledBytes) break;
    }
  } catch (error) {
    // It is reported for the sheet that is read.
    if (!(error instanceof FileLimitError)) throw error;
  }
  return namesOf(first[findHeader(first).at]?.cells ?? []).filter((name) => name !== '');
}
