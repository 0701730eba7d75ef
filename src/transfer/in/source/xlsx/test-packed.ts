import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A piece of text, and how often it is repeated. */
export type Run = string | [text: string, times: number];

/** A file of an archive: its runs, and the size that the list of the archive gives for it where that is not the true one. */
export interface PackedPart {
  runs: readonly Run[];
  size?: number;
}

const blockBytes = 2 ** 20;
const lastBlock = new Uint8Array([3, 0]);

/**
 * An archive whose files may be hundreds of megabytes when they are unpacked, made in milliseconds: a run is compressed once, in a block that needs no
 * other, and the block is repeated.
 */
export function packedOf(parts: Readonly<Record<string, PackedPart>>): Blob {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, { runs, size }] of Object.entries(parts)) {
    const packed = [...runs.flatMap(blocksOf), lastBlock];
    const bytes = packed.reduce((sum, block) => sum + block.length, 0);
    const sum = runs.reduce(sumOf, 0);
    const about = { name, bytes, size: size ?? runs.reduce((sum, run) => sum + sizeOf(run), 0), sum, offset };
    const head = headOf(about, false);
    chunks.push(head, ...packed);
    list.push(headOf(about, true));
    offset += head.length + bytes;
  }
  const listBytes = list.reduce((sum, entry) => sum + entry.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, list.length, true);
  end.setUint16(10, list.length, true);
  end.setUint32(12, listBytes, true);
  end.setUint32(16, offset, true);
  return new Blob([...chunks, ...list, new Uint8Array(end.buffer)]);
}

/** A run as texts of a block each, and how often each of them is repeated. */
function textsOf(run: Run): [text: string, times: number][] {
  const [text, times] = typeof run === 'string' ? [run, 1] : run;
  const perBlock = Math.max(1, Math.min(times, Math.floor(blockBytes / Math.max(1, text.length))));
  const whole = Math.floor(times / perBlock);
  const texts: [string, number][] = [
    [text.repeat(perBlock), whole],
    [text.repeat(times - whole * perBlock), 1],
  ];
  return texts.filter(([text]) => text !== '');
}

function blocksOf(run: Run): Uint8Array<ArrayBuffer>[] {
  return textsOf(run).flatMap(([text, times]) => {
    const block = pack(text);
    return Array.from({ length: times }, () => block);
  });
}

function pack(text: string): Uint8Array<ArrayBuffer> {
  // Flushed, it refers to nothing before it, and further blocks may follow.
  return new Uint8Array(deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH }));
}

function sizeOf(run: Run): number {
  return typeof run === 'string' ? run.length : run[0].length * run[1];
}

/** The checksum of what precedes a run, and the run. */
function sumOf(before: number, run: Run): number {
  return textsOf(run).reduce((sum, [text, times]) => {
    const bytes = new TextEncoder().encode(text);
    return Array.from({ length: times }).reduce<number>((all) => crc32(bytes, all), sum);
  }, before);
}

/** The head of a file in the archive, or with `listed` its entry in the list at the end. */
function headOf(
  { name, bytes, size, sum, offset }: { name: string; bytes: number; size: number; sum: number; offset: number },
  listed: boolean,
): Uint8Array<ArrayBuffer> {
  const fixed = listed ? 46 : 30;
  const named = new TextEncoder().encode(name);
  const head = new Uint8Array(fixed + named.length);
  const view = new DataView(head.buffer);
  const from = listed ? 10 : 8;
  view.setUint32(0, listed ? 0x02014b50 : 0x04034b50, true);
  view.setUint16(from, 8, true);
  view.setUint32(from + 6, sum, true);
  view.setUint32(from + 10, bytes, true);
  view.setUint32(from + 14, size, true);
  view.setUint16(from + 18, named.length, true);
  if (listed) view.setUint32(42, offset, true);
  head.set(named, fixed);
  return head;
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface HostileParts {
  sheet?: PackedPart;
  strings?: PackedPart;
  styles?: PackedPart;
  book?: PackedPart;
  relations?: PackedPart;
}

/** A workbook of one sheet, of which each part may be of any size. */
export function hostileWorkbook({ sheet, strings, styles, book, relations }: HostileParts): Blob {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const known = [
    's',
    'worksheet',
    'worksheets/s.xml',
    't',
    'sharedStrings',
    'strings.xml',
    'y',
    'styles',
    'styles.xml',
  ];
  const all = [0, 3, 6].map((at) => relation(known[at] ?? '', known[at + 1] ?? '', known[at + 2] ?? '')).join('');
  return packedOf({
    '_rels/.rels': {
      runs: [`<Relationships>${relation('b', 'officeDocument', '/xl/workbook.xml')}</Relationships>`],
    },
    'xl/workbook.xml': book ?? {
      runs: [`<workbook xmlns:r="${office}"><sheets><sheet name="Rows" sheetId="1" r:id="s"/></sheets></workbook>`],
    },
    'xl/_rels/workbook.xml.rels': relations ?? { runs: [`<Relationships>${all}</Relationships>`] },
    'xl/worksheets/s.xml': sheet ?? { runs: [sheetStart, '<row><c><v>1</v></c></row>', sheetEnd] },
    ...(strings ? { 'xl/strings.xml': strings } : {}),
    ...(styles ? { 'xl/styles.xml': styles } : {}),
  });
}

export const sheetStart = '<worksheet><sheetData><row><c t="str"><v>Name</v></c><c t="str"><v>Size</v></c></row>';
export const sheetEnd = '</sheetData></worksheet>';
