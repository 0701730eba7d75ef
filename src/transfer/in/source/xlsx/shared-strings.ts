import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { checkLimit } from '../file-limits';
import { readXml } from './xml-parts';

const blockStrings = 1024;
/** Characters that are held at a time; what is past that is laid outside of the memory of the page and fetched again. */
export const heldChars = 24_000_000;

/** The texts that the cells of a workbook point to: any number of them, of which the latest used are held. */
export class SharedStrings {
  private readonly laid: (Blob | null)[] = [];
  private readonly held = new Map<number, readonly string[]>();
  private chars = 0;
  private last: string[] = [];

  constructor(private readonly most = heldChars) {}

  /** @throws FileLimitError; what the browser says of bytes that cannot be unpacked */
  static async read(
    entry: FileEntry | undefined,
    { signal, most = heldChars, onBytes }: { signal?: AbortSignal; most?: number; onBytes?(bytes: number): void } = {},
  ): Promise<SharedStrings> {
    const strings = new SharedStrings(most);
    if (!entry) return strings;
    let text = new RichText();
    const pieces = readXml(
      entry,
      { limit: 'row', of: 'si' },
      {
        open(name) {
          if (name === 'si') text = new RichText();
          else text.open(name);
        },
        text: (part) => text.add(part),
        close(name) {
          if (name === 'si') strings.add(text.unescaped());
          else text.close(name);
        },
      },
    );
    for await (const bytes of pieces) {
      signal?.throwIfAborted();
      checkLimit('sharedTexts', strings.laid.length * blockStrings);
      onBytes?.(bytes);
    }
    return strings;
  }

  /** A text that is held; undefined when it has to be fetched, or there is none. */
  at(index: number): string | undefined {
    const block = Math.floor(index / blockStrings);
    const strings = block === this.laid.length ? this.last : this.held.get(block);
    return strings?.[index % blockStrings];
  }

  /** Gives texts that were not held to whoever wants them, block by block. */
  async fetch(wanted: ReadonlyMap<number, readonly ((text: string) => void)[]>): Promise<void> {
    const blocks = new Map<number, number[]>();
    for (const index of wanted.keys()) {
      const block = Math.floor(index / blockStrings);
      const own = blocks.get(block);
      if (own) own.push(index);
      else blocks.set(block, [index]);
    }
    for (const [block, indexes] of blocks) {
      const strings = await this.hold(block);
      for (const index of indexes) {
        for (const take of wanted.get(index) ?? []) take(strings[index % blockStrings] ?? '');
      }
    }
  }

  private add(text: string): void {
    this.last.push(text);
    if (this.last.length < blockStrings) return;
    const block = this.laid.length;
    this.laid.push(null);
    this.held.set(block, this.last);
    this.chars += charsOf(this.last);
    this.last = [];
    this.shrink(block);
  }

  private async hold(block: number): Promise<readonly string[]> {
    const strings = block === this.laid.length ? this.last : this.held.get(block);
    if (strings) return strings;
    const laid = this.laid[block];
    const fetched = laid ? (JSON.parse(await laid.text()) as string[]) : [];
    this.held.set(block, fetched);
    this.chars += charsOf(fetched);
    this.shrink(block);
    return fetched;
  }

  /** The oldest go; a block is laid down once and for all. */
  private shrink(kept: number): void {
    for (const [block, strings] of this.held) {
      if (this.chars <= this.most) return;
      if (block === kept) continue;
      this.laid[block] ??= new Blob([JSON.stringify(strings)]);
      this.held.delete(block);
      this.chars -= charsOf(strings);
    }
  }
}

function charsOf(strings: readonly string[]): number {
  // A text costs some bytes also when it is empty.
  return strings.reduce((sum, text) => sum + text.length, strings.length * 12);
}

/** The text of an element that holds runs of text, and how they are read aloud, which is left out. */
export class RichText {
  private text = '';
  private aloud = false;
  private inText = false;

  open(name: string): void {
    if (name === 'rPh') this.aloud = true;
    else if (name === 't') this.inText = !this.aloud;
  }

  add(part: string): void {
    if (this.inText) this.text += part;
  }

  close(name: string): void {
    if (name === 'rPh') this.aloud = false;
    else if (name === 't') this.inText = false;
  }

  unescaped(): string {
    return unescaped(this.text);
  }
}

/** What XML cannot hold is written as `_xHHHH_` (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
