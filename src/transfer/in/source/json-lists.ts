import { checkLimit, FileLimitError, fileLimits } from './file-limits';

/** Why a JSON text has no rows, or not only rows; `line` of the place. */
export class NotRowsError extends Error {
  constructor(
    readonly reason: 'no-array' | 'no-rows' | 'cut-off' | 'not-json',
    readonly line: number,
  ) {
    super(reason);
  }
}

/** A list of a JSON text whose elements may be the rows. */
export interface JsonList {
  /** The keys that lead to it, joined by dots, those in quotes that have some; empty for the arrays and objects that the text itself consists of. */
  path: string;
  rows: number;
}

/** Characters of lines that are laid outside of the memory of the page at a time. */
const partChars = 512 * 1024;

/** The elements of a list as lines: line and number of the element, a tab, and its JSON. */
class ListLines {
  rows = 0;
  /** Elements that are objects. */
  objects = 0;
  /** Two elements begin in one line, so that a line does not name one. */
  sharesLines = false;
  private lastLine = 0;
  private readonly parts: Blob[] = [];
  private text = '';

  add(source: string, line: number): void {
    checkLimit('row', source.length, line);
    this.rows += 1;
    if (source[0] === '{') this.objects += 1;
    if (line === this.lastLine) this.sharesLines = true;
    this.lastLine = line;
    // Line ends are only between tokens: in a text JSON escapes them.
    this.text += `${line}:${this.rows}\t${source.replace(/[\r\n]+/g, ' ')}\n`;
    if (this.text.length < partChars) return;
    this.parts.push(new Blob([this.text]));
    this.text = '';
  }

  blob(): Blob {
    return new Blob([...this.parts, this.text]);
  }
}

/** An array or object that has begun and not ended, outside of all lists. */
interface Open {
  isObject: boolean;
  /** Of an object: the key whose value is being read. */
  key: string;
}

const tab = 9;
const feed = 10;
const carriage = 13;
const space = 32;
const quote = 34;
const comma = 44;
const colon = 58;
const openArray = 91;
const backslash = 92;
const closeArray = 93;
const openObject = 123;
const closeObject = 125;

/** Lists that are offered: a text may have a million of them. */
const mostLists = 100;

/**
 * Parts JSON into the elements of its lists as its text comes in, without parsing them. A list is an array of objects or arrays to which keys alone lead, or
 * what the text itself consists of: the elements of its array, or its objects; arrays and objects one after another are one list. What is outside of all lists
 * is checked to be JSON.
 */
export class JsonLists {
  private readonly lists = new Map<string, ListLines>();
  private line = 1;
  private inText = false;
  private escaped = false;
  /** What encloses the place, outside of lists. */
  private readonly open: Open[] = [];
  /** An array has begun, and its first element will show whether it is a list. */
  private isNew = false;
  /** The list that the place is in, with how many brackets are open in its element. */
  private list: ListLines | null = null;
  private depth = 0;
  private readonly element = new Kept();
  private elementLine = 0;
  /** The text of the current object or array of the text itself: whole, and without the elements of lists. */
  private readonly own = new Kept();
  private ownLine = 0;
  private readonly outside = new Kept();
  private readonly key = new Kept();
  /** Objects of the text itself; one that is too long for a row is none, if it has lists. */
  private objects = 0;

  /** Elements of the longest list so far. */
  get rows(): number {
    let most = 0;
    for (const { rows } of this.lists.values()) most = Math.max(most, rows);
    return most;
  }

  /** @throws FileLimitError of a `row` and of `nesting`; NotRowsError */
  take(text: string): void {
    for (let place = 0; place < text.length; place += 1) {
      const char = text.charCodeAt(place);
      if (char === feed) this.line += 1;
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (char === backslash) this.escaped = true;
        else if (char === quote) {
          this.inText = false;
          if (this.list === null) this.key.pause(text, place + 1);
        }
      } else if (char !== space && char !== feed && char !== carriage && char !== tab) {
        if (this.list === null || !this.insideList(char, text, place)) this.outsideLists(char, text, place);
      }
    }
    for (const kept of [this.element, this.own, this.outside, this.key]) kept.endPiece(text);
    checkLimit('row', this.element.length, this.elementLine);
    checkLimit('row', this.outside.length, this.ownLine);
    if (this.own.length > fileLimits.row) this.own.drop();
  }

  /** @returns false at the end of the list */
  private insideList(char: number, text: string, place: number): boolean {
    const isEnd = this.depth === 0 && (char === closeArray || char === closeObject);
    if (isEnd || (this.depth === 0 && char === comma)) {
      const source = this.element.take(text, place);
      if (source) this.list?.add(source.trimEnd(), this.elementLine);
      if (!isEnd) return true;
      this.list = null;
      this.outside.resume(place);
      return false;
    }
    if (!this.element.isKept) {
      this.element.begin(place);
      this.elementLine = this.line;
    }
    if (char === quote) this.inText = true;
    else if (char === openArray || char === openObject) {
      this.depth += 1;
      this.checkDepth(this.open.length + this.depth);
    } else if (char === closeArray || char === closeObject) this.depth -= 1;
    return true;
  }

  private outsideLists(char: number, text: string, place: number): void {
    const { open } = this;
    const isOpening = char === openArray || char === openObject;
    if (open.length === 0) {
      if (char === comma) return;
      if (!isOpening) throw new NotRowsError(this.lists.size > 0 ? 'not-json' : 'no-array', this.line);
      this.own.begin(place);
      this.outside.begin(place);
      this.ownLine = this.line;
    }
    if (this.isNew) {
      this.isNew = false;
      const path = this.pathOfList();
      if (path !== null && (isOpening || char === closeArray || open.length === 1)) {
        const list = this.listAt(path);
        if (char !== closeArray) {
          this.list = list;
          this.outside.pause(text, place);
          this.insideList(char, text, place);
          return;
        }
      }
    }
    if (char === quote) {
      this.inText = true;
      this.key.begin(place);
    } else if (char === colon) {
      const last = open.at(-1);
      if (last) last.key = keyOf(this.key.text);
    } else if (isOpening) {
      open.push({ isObject: char === openObject, key: '' });
      this.checkDepth(open.length);
      this.isNew = char === openArray;
    } else if (char === closeArray || char === closeObject) {
      open.pop();
      if (open.length === 0) this.endOwn(text, place + 1);
    }
  }

  /** The path of the array that has just begun; null where an array leads to it. */
  private pathOfList(): string | null {
    const around = this.open.slice(0, -1);
    return around.every(({ isObject }) => isObject) ? around.map(({ key }) => partOfPath(key)).join('.') : null;
  }

  /** An array or object of the text itself has ended. */
  private endOwn(text: string, end: number): void {
    const outside = this.outside.take(text, end) ?? '';
    const own = this.own.take(text, end);
    if (!isJson(outside)) throw new NotRowsError('not-json', this.ownLine);
    if (outside[0] !== '{') return;
    this.objects += 1;
    if (own === null) {
      if (this.lists.size === 0) throw new FileLimitError('row', this.ownLine);
      return;
    }
    this.listAt('').add(own, this.ownLine);
  }

  private listAt(path: string): ListLines {
    const list = this.lists.get(path) ?? new ListLines();
    this.lists.set(path, list);
    return list;
  }

  private checkDepth(depth: number): void {
    if (depth > fileLimits.nesting) throw new FileLimitError('nesting', this.line);
  }

  /**
   * The lists, the one that most likely has the rows first: what the text itself consists of, but for a single object around lists; then the longest one of
   * objects, and of two the outer one. At most a hundred.
   * @throws NotRowsError when there is none, or the text does not end
   */
  end(): (JsonList & { sharesLines: boolean; blob(): Blob })[] {
    if (this.open.length > 0) throw new NotRowsError('cut-off', this.line);
    const found = [...this.lists].map(([path, list]) => ({ path, list }));
    const inside = found.filter(({ path, list }) => path !== '' && list.rows > 0);
    const isAround = this.objects === 1 && this.lists.get('')?.rows === 1 && inside.length > 0;
    const meant = isAround ? inside : found.filter(({ list }) => list.rows > 0);
    const isEmptyAnswer =
      meant.length === 1 && found.some(({ path, list }) => list.rows === 0 && /(^|\.)items$/.test(path));
    if (meant.length === 0 || isEmptyAnswer)
      throw new NotRowsError(this.lists.size > 0 ? 'no-rows' : 'no-array', this.line);
    return meant
      .sort((a, b) => weightOf(b) - weightOf(a) || depthOf(a) - depthOf(b))
      .slice(0, mostLists)
      .map(({ path, list }) => ({ path, rows: list.rows, sharesLines: list.sharesLines, blob: () => list.blob() }));
  }
}

function weightOf({ path, list }: { path: string; list: ListLines }): number {
  if (path === '') return Number.POSITIVE_INFINITY;
  return list.objects > 0 ? list.objects : -1 / list.rows;
}

function depthOf({ path }: { path: string }): number {
  return path.split('.').length;
}

/** A key as it stands in a path, in which no two lists share a name. */
function partOfPath(key: string): string {
  return /^[^."]+$/.test(key) ? key : JSON.stringify(key);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function keyOf(source: string): string {
  try {
    return String(JSON.parse(source));
  } catch {
    return source;
  }
}

/** A part of a text that comes in pieces: kept from where it begins, without what it is paused for. */
class Kept {
  text = '';
  /** Where in this piece it goes on; -1 while it does not. */
  private from = -1;
  private isDropped = false;

  get isKept(): boolean {
    return this.from !== -1;
  }

  get length(): number {
    return this.text.length;
  }

  begin(place: number): void {
    this.text = '';
    this.isDropped = false;
    this.from = place;
  }

  resume(place: number): void {
    this.from = place;
  }

  pause(piece: string, place: number): void {
    if (this.from !== -1 && !this.isDropped) this.text += piece.slice(this.from, place);
    this.from = -1;
  }

  endPiece(piece: string): void {
    if (this.from === -1) return;
    this.pause(piece, piece.length);
    this.from = 0;
  }

  /** What was kept, up to a place; null when it was dropped. */
  take(piece: string, place: number): string | null {
    this.pause(piece, place);
    const { text } = this;
    this.text = '';
    return this.isDropped ? null : text;
  }

  /** It became too long to be kept. */
  drop(): void {
    this.text = '';
    this.isDropped = true;
  }
}
