import { getFormatFromId } from 'numfmt';
import { checkLimit, FileLimitError } from '../file-limits';
import { XmlTags, xmlPieces, xmlText } from './xml-tags';
import { readZip, type ZipEntry } from './zip-entries';

export interface WorkbookSheet {
  name: string;
  hidden: boolean;
  entry: ZipEntry;
}

/** What is to be known of a workbook before its cells are read. */
export interface Workbook {
  sheets: WorkbookSheet[];
  strings: ZipEntry | undefined;
  /** The format of the numbers of each style; null: a day as the machine that opens the file writes it. */
  formats: (string | null)[];
  /** Days are counted from 1904, as on old Macs. */
  from1904: boolean;
}

/** The parts of a workbook. @throws BadZipError; FileLimitError; an archive that holds no workbook has no sheets */
export async function readWorkbookParts(file: Blob): Promise<Workbook> {
  const zip = await readZip(file);
  const main = (await targetsOf(zip, '_rels/.rels', '')).find(({ type }) => type === 'officeDocument')?.path;
  const book = main === undefined ? undefined : zip.get(main);
  if (main === undefined || !book) return { sheets: [], strings: undefined, formats: [], from1904: false };
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const parts = await targetsOf(zip, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const partOf = (type: string) => zip.get(parts.find((part) => part.type === type)?.path ?? '');
  // Sheets of charts and macros have no rows.
  const withRows = new Map(parts.flatMap((part) => (part.type === 'worksheet' ? [[part.id, part.path] as const] : [])));
  const sheets: WorkbookSheet[] = [];
  let from1904 = false;
  const tags = new XmlTags(await xmlText(book));
  while (tags.next()) {
    if (tags.name === 'workbookPr') from1904 = /^(1|true)$/.test(tags.attribute('date1904') ?? '');
    if (tags.name !== 'sheet' || tags.kind === 'close') continue;
    const entry = zip.get(withRows.get(tags.attribute(':id') ?? '') ?? '');
    const hidden = /hidden/i.test(tags.attribute('state') ?? '');
    if (entry) sheets.push({ name: tags.attribute('name') ?? '', hidden, entry });
  }
  checkLimit('sheets', sheets.length);
  return { sheets, strings: partOf('sharedStrings'), formats: await formatsOf(partOf('styles')), from1904 };
}

interface Part {
  id: string;
  /** The last word of its type: those of strict workbooks begin otherwise. */
  type: string;
  path: string;
}

async function targetsOf(zip: ReadonlyMap<string, ZipEntry>, path: string, folder: string): Promise<Part[]> {
  const entry = zip.get(path);
  const tags = new XmlTags(entry ? await xmlText(entry) : '');
  const parts: Part[] = [];
  while (tags.next()) {
    if (tags.name !== 'Relationship' || tags.kind === 'close') continue;
    const target = tags.attribute('Target') ?? '';
    const type = tags.attribute('Type') ?? '';
    parts.push({
      id: tags.attribute('Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      path: resolve(folder, target),
    });
  }
  return parts;
}

function resolve(folder: string, target: string): string {
  // Only the path counts: a part of a workbook is never elsewhere.
  return decodeURI(new URL(target, `http://workbook/${folder}`).pathname).slice(1);
}

/** Numbers of formats that every machine fills with the days of its language: 14, 22, and those of East Asia. */
function isDayOfLanguage(id: number): boolean {
  return id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

/** Excel takes 255 characters. What a longer one means would take any time to find out: its numbers are as their digits. */
const longestCode = 1000;

function codeOf(written = ''): string {
  return written.length > longestCode ? '' : written;
}

/** The format of each cell style. */
async function formatsOf(entry: ZipEntry | undefined): Promise<(string | null)[]> {
  if (!entry) return [];
  const own = new Map<number, string>();
  const formats: (string | null)[] = [];
  let cells = false;
  const tags = new XmlTags(await xmlText(entry));
  while (tags.next()) {
    if (tags.name === 'cellXfs') cells = tags.kind === 'open';
    else if (tags.kind === 'close') continue;
    else if (tags.name === 'numFmt') own.set(Number(tags.attribute('numFmtId')), codeOf(tags.attribute('formatCode')));
    else if (tags.name === 'xf' && cells) {
      const id = Number(tags.attribute('numFmtId') ?? 0);
      formats.push(own.get(id) ?? (isDayOfLanguage(id) ? null : getFormatFromId(id)));
    }
  }
  checkLimit('looks', formats.length);
  return formats;
}

/** Sheets up to this size are counted where they do not say how many rows they have. */
const countedBytes = 400_000;
/** Characters of a sheet that are looked at for that, and for its header. */
export const lookedChars = 2 ** 20;

/** The number of the last row of a sheet, without reading much of it; null when that does not tell. */
export async function rowsTold({ entry }: WorkbookSheet): Promise<number | null> {
  try {
    for await (const piece of xmlPieces(entry, 'row', { most: lookedChars })) {
      const tags = new XmlTags(piece);
      let rows = 0;
      while (tags.next()) {
        const last = tags.name === 'dimension' ? /(\d+)$/.exec(tags.attribute('ref') ?? '') : null;
        if (last) return Number(last[1]);
        if (tags.name === 'sheetData' && entry.size > countedBytes) return null;
        if (tags.name === 'row' && tags.kind !== 'close') rows = Number(tags.attribute('r') ?? rows + 1);
      }
      return rows;
    }
  } catch (error) {
    // A sheet that was not chosen keeps no other from being read.
    if (!(error instanceof FileLimitError)) throw error;
  }
  return null;
}
