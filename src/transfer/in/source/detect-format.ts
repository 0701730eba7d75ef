import { isJsonObject } from '../../../contract/json';

/** The kind of a file by its first bytes. */
export function kindOfBytes(bytes: Uint8Array): 'zip' | 'old-excel' | 'packed' | 'not-rows' | 'text' {
  const begins = (...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);
  if (begins(...zipStart)) return 'zip';
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'old-excel';
  if (begins(0x1f, 0x8b) || begins(0x37, 0x7a, 0xbc, 0xaf) || begins(0x52, 0x61, 0x72, 0x21)) return 'packed';
  if (begins(0x89, 0x50, 0x4e, 0x47) || begins(0xff, 0xd8, 0xff) || begins(0x25, 0x50, 0x44, 0x46)) return 'not-rows';
  return 'text';
}

/** A workbook with a password is wrapped in the form of old ones, with a part of this name in it. */
export function isSealed(sample: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(sample).includes([...'EncryptedPackage'].join('\0'));
}

/** What a text is that programs name `.xls` or `.csv` and that has no rows in lines; null for any other text. */
export function documentOf(text: string): 'web-page' | 'xml' | 'sylk' | null {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (/^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta|style)\b/i.test(start)) return 'web-page';
  if (/^mime-version:/i.test(start) && /multipart\/related/i.test(start)) return 'web-page';
  if (/^<\?xml\b/i.test(start)) return /<html\b/i.test(start) ? 'web-page' : 'xml';
  return /^ID;P/.test(start) ? 'sylk' : null;
}

/**
 * JSON by its first characters. A first line that is an object, or an array without objects, and another line below it: each line is a row. Everything else
 * is read for its lists.
 */
export function shapeOfText(text: string): 'csv' | 'json' | 'json-lines' {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start[0] !== '[' && start[0] !== '{') return 'csv';
  const [line = ''] = start.split('\n', 1);
  const rest = start.slice(line.length).trim();
  try {
    const whole: unknown = JSON.parse(line);
    const isRow = isJsonObject(whole) || (rest.startsWith('[') && !(Array.isArray(whole) && whole.some(isJsonObject)));
    return isRow && rest !== '' ? 'json-lines' : 'json';
  } catch {
    // A CSV may begin with a bracket too, but what follows is then no JSON.
    return /^[[{]\s*(?:["[{\]}]|-?\d|true|false|null|$)/.test(start) ? 'json' : 'csv';
  }
}

/** The bytes with which a ZIP archive, and so a workbook, begins. */
const zipStart = [0x50, 0x4b, 0x03, 0x04] as const;

/** Whether a file may be a workbook. Unreadable ones are reported by the reader. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = await file
    .slice(0, zipStart.length)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const bytes = new Uint8Array(start);
  return zipStart.every((byte, index) => bytes[index] === byte);
}
