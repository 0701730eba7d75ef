/** Bytes that are asked of the file at once: asking costs more than reading. */
const chunkBytes = 2 ** 20;

/** The bytes of a file for whoever reads on from where they were: large pieces are fetched ahead, small ones handed out. */
export class FileBytes {
  private chunk: Uint8Array = new Uint8Array();
  private from = 0;
  private ahead: Promise<Uint8Array> | null = null;

  constructor(private readonly blob: Blob) {}

  get size(): number {
    return this.blob.size;
  }

  /** Bytes `start` to `end` (not included), as far as the file goes. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const until = Math.min(end, this.blob.size);
    while (start < this.from || until > this.from + this.chunk.length) await this.load(start, until);
    return this.chunk.subarray(start - this.from, until - this.from);
  }

  private async load(start: number, until: number): Promise<void> {
    const after = this.from + this.chunk.length;
    if (this.ahead && start >= this.from && start <= after) {
      const [rest, next] = [this.chunk.subarray(start - this.from), await this.ahead];
      const both = new Uint8Array(rest.length + next.length);
      both.set(rest);
      both.set(next, rest.length);
      this.chunk = both;
    } else this.chunk = await this.fetch(start, Math.max(chunkBytes, until - start));
    this.from = start;
    const end = start + this.chunk.length;
    this.ahead = end < this.blob.size ? this.fetch(end, chunkBytes) : null;
    // A file that changes while it is read fails where the bytes are wanted.
    this.ahead?.catch(() => {});
  }

  private async fetch(start: number, size: number): Promise<Uint8Array> {
    return new Uint8Array(await this.blob.slice(start, start + size).arrayBuffer());
  }
}
