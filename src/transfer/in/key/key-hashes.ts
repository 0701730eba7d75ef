/** Hashes of 53 bits: two among a million are alike by chance once in 20,000 files, and duplicates are shown with their lines. */
export class HashSet53 {
  size = 0;
  private table = new Float64Array(1024);

  /** @returns whether it was new */
  add(hash: number): boolean {
    if (this.size > this.table.length * 0.7) this.grow();
    const place = this.find(hash);
    if (this.table[place] === hash) return false;
    this.table[place] = hash;
    this.size += 1;
    return true;
  }

  private find(hash: number): number {
    const mask = this.table.length - 1;
    let place = (hash % 0x7fffffff) & mask;
    while (this.table[place] !== 0 && this.table[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Float64Array(old.length * 2);
    for (const hash of old) if (hash !== 0) this.table[this.find(hash)] = hash;
  }
}

/** A hash of texts, never 0; the border between two texts counts. */
export function hashOf(texts: readonly string[]): number {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (const text of texts) {
    for (let place = 0; place < text.length; place += 1) {
      const char = text.charCodeAt(place);
      a = Math.imul(a ^ char, 0x01000193);
      b = Math.imul(b ^ char, 0x85ebca6b);
      b = (b << 13) | (b >>> 19);
    }
    a = Math.imul(a ^ 0xffff1, 0x01000193);
    b = Math.imul(b ^ 0xffff1, 0x85ebca6b);
  }
  a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d);
  b = Math.imul(b ^ (b >>> 13), 0x297a2d39);
  return ((a >>> 0) % 0x200000) * 0x100000000 + (b >>> 0) + 1;
}
