/** What a JSON body holds, counted while its bytes pass: before it is parsed, or instead. */
import { type Json, parseJson } from '../../../contract/json';

export type JsonScan = {
  take(bytes: Uint8Array): void;
  /** How many values there were so far: entries of arrays and members of objects, with what they are in. */
  values(): number;
  /** A short text, number or word of the outermost object, by its name. */
  scalar(name: string): Json | undefined;
  /** How many entries an array of the outermost object has, by its name. */
  length(name: string): number | undefined;
};

/** Bytes of a name or scalar that is remembered. */
const mostBytes = 64;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @param names members of the outermost object that are asked for */
export function createJsonScan(names: readonly string[] = []): JsonScan {
  const members = new Map<string, { scalar?: Json | undefined; length?: number }>();
  let values = 0;
  let depth = 0;
  let inText = false;
  let escaped = false;
  /** Of the outermost object: the name of the member that is being read, and the bytes of a name or scalar. */
  let name: string | null = null;
  let token: number[] = [];
  /** Entries of the member that is an array, and whether anything was in it yet; null while none is read. */
  let entries: number | null = null;
  let isEmpty = true;

  const note = (byte: number) => {
    if (depth === 1 && token.length <= mostBytes) token.push(byte);
  };
  const tokenValue = (): Json | undefined => {
    const text = Buffer.from(token).toString('utf8');
    token = [];
    try {
      return text.length > mostBytes ? undefined : parseJson(text);
    } catch {
      return undefined;
    }
  };
  const endMember = () => {
    const scalar = tokenValue();
    if (name !== null && names.includes(name))
      // The last of two equal names counts, as when the body is parsed.
      members.set(name, entries === null ? { scalar } : { length: isEmpty ? 0 : entries + 1 });
    [name, entries] = [null, null];
  };

  const takeByte = (byte: number) => {
    if (inText) {
      note(byte);
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inText = false;
      return;
    }
    if (byte <= 0x20) return;
    if (depth === 2 && byte !== closeArray) isEmpty = false;
    switch (byte) {
      case quote:
        inText = true;
        return note(byte);
      case comma:
        values += 1;
        if (depth === 1) endMember();
        else if (depth === 2 && entries !== null) entries += 1;
        return;
      case colon: {
        if (depth !== 1) return;
        const read = tokenValue();
        name = typeof read === 'string' ? read : null;
        return;
      }
      case openArray:
      case openObject:
        values += 1;
        if (depth === 1 && byte === openArray) [entries, isEmpty] = [0, true];
        depth += 1;
        return;
      case closeArray:
      case closeObject:
        if (depth === 1) endMember();
        depth -= 1;
        return;
      default:
        note(byte);
    }
  };

  return {
    take(bytes) {
      for (const byte of bytes) takeByte(byte);
    },
    values: () => values,
    scalar: (asked) => members.get(asked)?.scalar,
    length: (asked) => members.get(asked)?.length,
  };
}
