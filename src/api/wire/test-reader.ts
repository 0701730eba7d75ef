/**
 * A second reading of JSON for tests: shares no code with the console's own, keeps each number as it is written and each object as a map, so that nothing of
 * an answer can be lost in both in the same way.
 */
export type Node =
  | { is: 'null' }
  | { is: 'boolean'; value: boolean }
  | { is: 'number'; source: string }
  | { is: 'text'; value: string }
  | { is: 'array'; entries: Node[] }
  | { is: 'object'; entries: Map<string, Node> };

/** The text is not JSON, or holds a number of more than a thousand digits. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' };

/** @throws Unreadable */
export function readNode(text: string): Node {
  let at = 0;
  const node = value();
  blank();
  if (at < text.length) fail();
  return node;

  function fail(): never {
    throw new Unreadable(`at ${at}`);
  }

  function blank(): void {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  }

  function take(word: string): void {
    if (!text.startsWith(word, at)) fail();
    at += word.length;
  }

  function value(): Node {
    blank();
    switch (text.charAt(at)) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return { is: 'text', value: string() };
      case 't':
        take('true');
        return { is: 'boolean', value: true };
      case 'f':
        take('false');
        return { is: 'boolean', value: false };
      case 'n':
        take('null');
        return { is: 'null' };
      default:
        return numeral();
    }
  }

  function numeral(): Node {
    number.lastIndex = at;
    const [source] = number.exec(text) ?? [];
    if (source === undefined) fail();
    at += source.length;
    if (isBeyond(source)) fail();
    return { is: 'number', source };
  }

  function object(): Node {
    const entries = new Map<string, Node>();
    take('{');
    blank();
    for (let first = true; text.charAt(at) !== '}'; first = false) {
      if (!first) take(',');
      blank();
      const key = string();
      blank();
      take(':');
      // As everywhere in the world of JSON, the last of two equal keys counts, at the place of the first.
      entries.set(key, value());
      blank();
    }
    take('}');
    return { is: 'object', entries };
  }

  function array(): Node {
    const entries: Node[] = [];
    take('[');
    blank();
    for (let first = true; text.charAt(at) !== ']'; first = false) {
      if (!first) take(',');
      entries.push(value());
      blank();
    }
    take(']');
    return { is: 'array', entries };
  }

  function string(): string {
    take('"');
    let result = '';
    for (;;) {
      const start = at;
      while (at < text.length && text.charAt(at) !== '"' && text.charAt(at) !== '\\' && text.charAt(at) >= ' ') at += 1;
      result += text.slice(start, at);
      if (text.charAt(at) === '"') break;
      take('\\');
      const letter = text.charAt(at);
      if (letter === 'u') {
        const digits = text.slice(at + 1, at + 5);
        if (!/^[\da-fA-F]{4}$/.test(digits)) fail();
        result += String.fromCharCode(Number.parseInt(digits, 16));
        at += 5;
      } else {
        result += escapes[letter] ?? fail();
        at += 1;
      }
    }
    at += 1;
    return result;
  }
}

function partsOf(source: string): { sign: string; digits: string; fraction: string; shift: number } {
  const [, sign = '', digits = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  return { sign, digits, fraction, shift: Number(exponent) };
}

/** More digits, or powers of ten, than are kept. */
function isBeyond(source: string): boolean {
  const { digits, fraction, shift } = partsOf(source);
  return source.length > 1000 || (/[1-9]/.test(digits + fraction) && Math.abs(shift) > 1000);
}

/** A number by its digits without zeros around them, and by how many of them are behind the point. */
export function shortest(source: string): { digits: string; behind: number } {
  const { sign, digits, fraction, shift } = partsOf(source);
  const all = (digits + fraction).replace(/^0+/, '');
  const short = all.replace(/0+$/, '');
  if (short === '') return { digits: '0', behind: 0 };
  return { digits: sign + short, behind: fraction.length - shift - (all.length - short.length) };
}

/** The digits of a number that is whole, however it is written; null for any other. */
export function wholeDigits(source: string): string | null {
  const { sign, digits, fraction, shift } = partsOf(source);
  if (!/[1-9]/.test(digits + fraction)) return '0';
  const all = digits + fraction;
  const point = digits.length + shift;
  if (/[1-9]/.test(all.slice(Math.max(0, point)))) return null;
  const whole = BigInt(all.slice(0, Math.max(0, point)).padEnd(point, '0') || '0');
  return String(sign === '-' ? -whole : whole);
}
