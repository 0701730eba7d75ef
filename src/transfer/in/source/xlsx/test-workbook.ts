import { createZip } from '../../../out/zip';

const transitional = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  /** XML of the sheets by name. */
  sheets: Record<string, string>;
  strings?: string;
  styles?: string;
  /** Attributes of the sheets in the list of them. */
  states?: Record<string, string>;
  from1904?: boolean;
  /** The namespace of its own elements, and that of its relationships. */
  main?: string;
  relations?: string;
  /** XML at the end of the list of sheets, of extensions. */
  extension?: string;
  /** What a part is called in the archive, where that is not as its relationship calls it. */
  named?: (name: string) => string;
}

/** A workbook of parts that are written by hand. */
export async function workbookOf(parts: Parts): Promise<Blob> {
  const { sheets, strings, styles, states = {}, from1904 = false, extension = '' } = parts;
  const { main = '', relations: office = transitional, named = (name) => name } = parts;
  const own = (xml: string): string =>
    main === '' ? xml : xml.replace(/<(worksheet|sst|styleSheet|workbook)(?=[ >])/, `<$1 xmlns="${main}"`);
  const chunks: BlobPart[] = [];
  const zip = createZip(async (chunk) => void chunks.push(chunk));
  const part = async (name: string, text: string): Promise<void> => {
    const file = zip.file(named(name));
    await file.write(own(text));
    await file.close();
  };
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const listed = names.map(
    (name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}" ${states[name] ?? ''}/>`,
  );
  await part('_rels/.rels', `<Relationships>${relation('b', 'officeDocument', '/xl/workbook.xml')}</Relationships>`);
  await part(
    'xl/workbook.xml',
    `<workbook xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets>${extension}</workbook>`,
  );
  const relations = names.map((_name, at) => relation(`s${at}`, 'worksheet', `worksheets/s${at}.xml`));
  if (strings !== undefined) relations.push(relation('t', 'sharedStrings', 'sharedStrings.xml'));
  if (styles !== undefined) relations.push(relation('y', 'styles', 'styles.xml'));
  await part('xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`);
  for (const [at, name] of names.entries()) await part(`xl/worksheets/s${at}.xml`, sheets[name] ?? '');
  if (strings !== undefined) await part('xl/sharedStrings.xml', strings);
  if (styles !== undefined) await part('xl/styles.xml', styles);
  await zip.end();
  return new Blob(chunks);
}

/** A sheet with these rows of XML. */
export function sheetOf(rows: string): string {
  return `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
}
