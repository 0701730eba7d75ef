import type { ZipEntry } from './zip-entries';

/** Walks over the tags of a piece of XML, one after the other; nothing is built of it. Prefixes of names are left out. */
export class XmlTags {
  name = '';
  kind: 'open' | 'close' | 'empty' = 'open';
  private start = 0;
  /** After the tag. */
  private end = 0;

  constructor(private readonly text: string) {}

  /** Goes to the next tag. @returns whether there is one */
  next(): boolean {
    const { text } = this;
    for (let open = text.indexOf('<', this.end); open !== -1; open = text.indexOf('<', this.end)) {
      const first = text.charCodeAt(open + 1);
      if (first === exclamation || first === question) {
        this.end = afterRemark(text, open);
        continue;
      }
      const close = endOfTag(text, open);
      if (close === -1) break;
      const closing = first === slash;
      const empty = text.charCodeAt(close - 1) === slash;
      this.kind = closing ? 'close' : empty ? 'empty' : 'open';
      this.start = open + (closing ? 2 : 1);
      this.end = close + 1;
      this.name = this.readName(empty ? close - 1 : close);
      return true;
    }
    this.end = text.length;
    return false;
  }

  /** @param name with a colon before it where it has a prefix, whichever */
  attribute(name: string): string | undefined {
    const tag = this.text.slice(this.start, this.end - 1);
    const prefixed = name.startsWith(':');
    const mark = `${prefixed ? '' : ' '}${name}="`;
    const at = tag.indexOf(mark);
    if (at !== -1) {
      const from = at + mark.length;
      return decoded(tag.slice(from, tag.indexOf('"', from)));
    }
    // As nobody writes it, but may.
    if (!/[\n\t\r']|\s=|=\s/.test(tag)) return undefined;
    const found = new RegExp(`${prefixed ? '' : '\\s'}${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
    return found ? decoded(found[1] ?? found[2] ?? '') : undefined;
  }

  /** The text from the tag to the next one. */
  content(): string {
    const { text } = this;
    let written = '';
    for (let from = this.end; ; ) {
      const next = text.indexOf('<', from);
      written += decoded(text.slice(from, next === -1 ? text.length : next));
      if (next === -1 || !text.startsWith(plainStart, next)) return written;
      const end = text.indexOf(plainEnd, next);
      if (end === -1) return written;
      written += text.slice(next + plainStart.length, end);
      from = end + plainEnd.length;
    }
  }

  private readName(end: number): string {
    const { text } = this;
    let from = this.start;
    for (let place = from; place < end; place += 1) {
      const char = text.charCodeAt(place);
      if (char === colon) from = place + 1;
      else if (char <= space) return text.slice(from, place);
    }
    return text.slice(from, end);
  }
}

const exclamation = 33;
const question = 63;
const slash = 47;
const colon = 58;
const space = 32;
const quote = 34;
const apostrophe = 39;
const plainStart = '<![CDATA[';
const plainEnd = ']]>';

/** The `>` of a tag; one in the value of an attribute is none. */
function endOfTag(text: string, open: number): number {
  let close = text.indexOf('>', open + 1);
  let within = 0;
  for (let place = open + 1; place < close; place += 1) {
    const char = text.charCodeAt(place);
    if (within !== 0 ? char === within : char === quote || char === apostrophe) within = within === 0 ? char : 0;
    if (within !== 0 && place === close - 1) close = text.indexOf('>', close + 1);
  }
  return close;
}

function afterRemark(text: string, open: number): number {
  const mark = text.startsWith('<!--', open) ? '-->' : text.startsWith(plainStart, open) ? plainEnd : '>';
  const end = text.indexOf(mark, open);
  return end === -1 ? text.length : end + mark.length;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Text that is looked at in one go. */
const pieceChars = 512 * 1024;

/**
 * The text of a file in an archive, in pieces of which each ends with the end of an element of this name; the last one is the rest.
 * @param onBytes is told how many bytes have been unpacked
 */
export async function* xmlPieces(
  entry: ZipEntry,
  element: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const reader = (await entry.open()).getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      waiting += decoder.decode(value, { stream: true });
      if (waiting.length < pieceChars) continue;
      const end = afterLast(waiting, element);
      if (end === 0) continue;
      onBytes(bytes);
      yield waiting.slice(0, end);
      waiting = waiting.slice(end);
    }
    onBytes(bytes);
    yield waiting + decoder.decode();
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The whole text of a small file in an archive. */
export async function xmlText(entry: ZipEntry): Promise<string> {
  return new Response(await entry.open()).text();
}

/** Where the last element of a name ends; 0 when none does. */
function afterLast(text: string, element: string): number {
  const mark = `${element}>`;
  for (let at = text.lastIndexOf(mark); at > 0; at = text.lastIndexOf(mark, at - 1)) {
    const open = text.lastIndexOf('</', at);
    if (open !== -1 && /^<\/(?:[\w.-]+:)?$/.test(text.slice(open, at))) return at + mark.length;
  }
  return 0;
}
