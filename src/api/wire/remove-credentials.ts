import { linkKinds } from '../../contract/files';
import { formatJson, isJsonObject, type Json, parseJson } from '../../contract/json';
import { type Operation, operations } from '../../contract/operations';

/**
 * Keys, tokens and secrets that a platform sends back in its answers and events (a message that repeats the key, a body in an event) go no further than the
 * doors where they come in: `send`, and the inbox. Whatever lies behind has nothing to remember.
 */
/** The replacement of a credential, in messages as in data: the same in every language. */
export const removedText = '[credential removed]';

/** Shorter texts are everyday words as well: they cannot be told from data. */
const shortest = 4;
/** Shorter ones are removed only as whole words, and neither from names nor from inside other words. */
const shortWord = 8;

/** By whom they are held: a connection, or a provider's session, of an environment. */
const held = new Map<string, readonly string[]>();
/** How those are looked for; null after a change. */
let heldSearches: readonly CredentialSearch[] | null = null;

/** Sets the credentials in use, replacing the previous ones; with none, nothing of them is kept here. */
export function holdCredentials(holder: string, values: readonly (string | null | undefined)[]): void {
  const mine = values.filter((value) => typeof value === 'string');
  if (mine.length > 0) held.set(holder, mine);
  else held.delete(holder);
  heldSearches = null;
}

/**
 * A text without the credentials of this tab, and without those just sent: as they are, escaped for JSON, for addresses (`%2F`, `%2f`), in Base64 of either
 * alphabet at any offset, and these nested. JSON stays valid: only strings, names and numbers that contain one change. Returns the same text if there is none.
 * @param sent that may not be stored (yet): what the request of this response carried
 * @param issued name of the field that issues a new credential (4.7, 4.8): its value is kept
 */
export function withoutCredentials(
  text: string,
  sent: readonly (string | null | undefined)[] = [],
  issued: string | null = null,
): string {
  return cleared(text, searchesFor(sent), issued);
}

/** The same for a value that came another way than as text; itself where there is nothing to remove. */
export function valueWithoutCredentials<Value extends Json | undefined>(value: Value): Value {
  const text = formatJson(value);
  const clean = withoutCredentials(text);
  return clean === text ? value : (parseJson(clean) as Value);
}

/** One form in which a credential may occur in a text. */
interface CredentialSearch {
  credential: string;
  /** One of these occurs in every text with that form, once its escapes are removed. */
  forms: readonly string[];
  /** It in a text that is no JSON, with whatever escapes. Made when it is needed, which is hardly ever: to make it takes longer than to look. */
  pattern(): RegExp;
}

function searchesFor(sent: readonly (string | null | undefined)[]): readonly CredentialSearch[] {
  heldSearches ??= searchesOf([...held.values()].flat());
  const known = heldSearches;
  const others = sent.filter((value) => !known.some(({ credential }) => credential === value));
  return others.every(isTooShort) ? known : searchesOf([...known.map(({ credential }) => credential), ...others]);
}

function isTooShort(value: string | null | undefined): boolean {
  return (value?.length ?? 0) < shortest;
}

/** The longest first: one may be the beginning of another. */
function searchesOf(values: readonly (string | null | undefined)[]): CredentialSearch[] {
  const credentials = new Set(values.filter((value) => typeof value === 'string' && !isTooShort(value)));
  return [...(credentials as Set<string>)].sort((a, b) => b.length - a.length).flatMap(searchesOfOne);
}

function searchesOfOne(credential: string): CredentialSearch[] {
  const inJson = JSON.stringify(credential).slice(1, -1);
  const units = (): string => Array.from(credential, patternOf).join('');
  const forms = formsOf([credential, inJson]);
  if (credential.length < shortWord) {
    const alone = () => new RegExp(`(?<![\\p{L}\\p{N}_])${units()}(?![\\p{L}\\p{N}_])`, 'gu');
    return [{ credential, forms, pattern: once(alone) }];
  }
  // What was encoded may have been escaped before.
  const encoded = new Set([credential, inJson, encodeURIComponent(credential)]);
  const base64 = [...encoded].flatMap(base64Forms).map((form) => ({
    credential,
    forms: [...new Set([form.text, inUrlAlphabet(form.text)])],
    pattern: once(() => new RegExp(base64Pattern(form), 'g')),
  }));
  return [{ credential, forms, pattern: once(() => new RegExp(units(), 'g')) }, ...base64];
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** As `unescaped` leaves them, too; and what is not ASCII as an address and an ASCII JSON have it. */
function formsOf(texts: readonly string[]): string[] {
  const bytes = texts.map((text) => String.fromCharCode(...new TextEncoder().encode(text)));
  const ascii = [lowerCase, upperCase].flatMap((inCase) =>
    texts.map((text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${inCase(hexOf(unit.charCodeAt(0), 4))}`)),
  );
  const all = [...texts, ...bytes, ...ascii];
  return [...new Set([...all, ...all.map(unescaped)])];
}

const lowerCase = (text: string): string => text.toLowerCase();
const upperCase = (text: string): string => text.toUpperCase();

/** Escapes of ASCII characters, in JSON within JSON as well, and in addresses within addresses. Bounded, as a text of backslashes alone would take for ever. */
const escapes = /\\{1,8}u00([0-7][\da-f])|\\{1,8}(["\\/])|%(?:25){0,3}([\da-f]{2})/gi;
const anyEscape = /\\u00[0-7]|\\["\\/]|%[\da-f]{2}/i;

/** So often: what an escape becomes may be part of another. Bounded, as a text that becomes a little shorter each time would take for ever. */
const unescapings = 4;

/** A text with all escapes of ASCII characters removed: for searching only. */
function unescaped(text: string): string {
  let plain = text;
  for (let times = 0; times < unescapings && anyEscape.test(plain); times += 1) {
    plain = plain.replace(escapes, (_all, unit?: string, mark?: string, byte?: string) =>
      mark === undefined ? String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)) : mark,
    );
  }
  return plain;
}

/** Base64 of a text at any offset in what is encoded: its three positions within three bytes, without the characters shared with neighbours. */
function base64Forms(text: string): { text: string; before: boolean; after: boolean }[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return [0, 1, 2].map((place) => {
    const whole = btoa('\0'.repeat(place) + bytes);
    const bits = 8 * (place + bytes.length);
    const own = whole.slice(place === 0 ? 0 : place + 1, Math.floor(bits / 6));
    return { text: own, before: place > 0, after: bits % 6 > 0 };
  });
}

function inUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** With the characters beside it that hold some of its bits. */
function base64Pattern({ text, before, after }: ReturnType<typeof base64Forms>[number]): string {
  const neighbour = '[\\w+/-]?';
  const units = Array.from(text, (char) => {
    if (char === '+') return `(?:-|${patternOf(char)})`;
    return char === '/' ? `(?:_|${patternOf(char)})` : patternOf(char);
  });
  return `${before ? neighbour : ''}${units.join('')}${after ? neighbour : ''}`;
}

/** A character as it is, and with every escape that it may have. */
function patternOf(char: string): string {
  const plain = char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const inJson = Array.from({ length: char.length }, (_, at) => hexPattern(char.charCodeAt(at), 4));
  const inAddress = Array.from(new TextEncoder().encode(char), (byte) => `%(?:25){0,3}${hexPattern(byte, 2)}`);
  const escaped = '"\\/'.includes(char) ? `\\\\{0,8}${plain}` : plain;
  const space = char === ' ' ? '|\\+' : '';
  return `(?:${escaped}|${inJson.map((unit) => `\\\\{1,8}u${unit}`).join('')}|${inAddress.join('')}${space})`;
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function hexPattern(value: number, digits: number): string {
  return hexOf(value, digits).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A string of JSON, with the colon behind a name; or a number. */
const jsonToken = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g;

/** Looked for in the whole text first; where one is found, JSON goes string by string, so that no escape is taken apart, and everything else stays. */
function cleared(text: string, searches: readonly CredentialSearch[], issued: string | null): string {
  const found = foundIn(text, searches);
  if (found.length === 0) return text;
  if (!isJson(text)) return found.reduce((rest, { pattern }) => rest.replace(pattern(), removedText), text);
  const inNames = found.filter(({ credential }) => credential.length >= shortWord);
  let name = '';
  return text.replace(jsonToken, (token, string: string | undefined, colon = '') => {
    if (string === undefined) {
      const isOne = inNames.some(({ credential }) => token.includes(credential));
      return isOne ? JSON.stringify(removedText) : token;
    }
    const value = JSON.parse(string) as string;
    const isIssued = colon === '' && issued !== null && name === issued;
    name = colon === '' ? '' : value;
    if (isIssued) return token;
    const clean = clearedValue(value, colon === '' ? found : inNames);
    return clean === value ? token : JSON.stringify(clean) + colon;
  });
}

/** A string of JSON that is JSON itself may hold a credential that goes across its quotes, which no string of it shows. */
function clearedValue(value: string, searches: readonly CredentialSearch[]): string {
  const clean = cleared(value, searches, null);
  return searches.reduce(
    (rest, { credential, pattern }) => (rest.includes(credential) ? rest.replace(pattern(), removedText) : rest),
    clean,
  );
}

function foundIn(text: string, searches: readonly CredentialSearch[]): readonly CredentialSearch[] {
  if (searches.length === 0) return searches;
  const plain = unescaped(text);
  const holds = (form: string): boolean => text.includes(form) || (plain !== text && plain.includes(form));
  return searches.filter(({ forms }) => forms.some(holds));
}

function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The replacement of a secret in recordings, where its name says that it is one. */
export const maskText = '••••••';

/** Names under which keys and tokens travel (4.7 to 4.9, 5), and what others call such things. */
const contractNames = Object.values<Operation<never, unknown>>(operations).flatMap(({ secrets = [] }) => secrets);
const secretName = `(?:${[...new Set(contractNames)].join('|')}|[\\w-]*(?:secret|password|passwd|token|api[_-]?key|authorization)[\\w-]*)`;
/** Also a value that is cut off at the end of the text. */
const secretField = new RegExp(`("${secretName}"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)(?="|$)`, 'gi');
const bearer = /\b(Bearer\s+)[^\s"'\\,;}]+/gi;
/** The part of an address that grants access. */
const signedQuery =
  /\?[^\s"'<>\\]*?(?:signature|sign|sig|token|expires?|credential|accesskeyid|auth_key)[^\s"'<>\\]*/gi;

/** The links of a file, below their host: their path may be signed as well. */
const fileLink = new RegExp(
  `("(?:${linkKinds.join('|')})"\\s*:\\s*"https?:(?:\\\\?/){2}[^/"\\\\]+\\\\?/)[^"]*(?="|$)`,
  'gi',
);

/** A text for recording: without stored credentials, values named as secrets, and the signed part of links. */
export function scrubbed(text: string): string {
  return withoutCredentials(text)
    .replace(secretField, `$1${maskText}`)
    .replace(fileLink, `$1${maskText}`)
    .replace(bearer, `$1${maskText}`)
    .replace(signedQuery, `?${maskText}`);
}

/** So much of a reply is kept: enough to see what it was. */
export const replyKept = 4000;

/** Longer than a key is: so much more is looked at, and left out, so that none is recorded by half. */
const edge = 300;

/** The beginning of a reply, as it may be recorded. @param text as it comes from the door: a credential that is cut off is not known any more */
export function recordedReply(text: string): string {
  if (text.length <= replyKept) return scrubbed(text);
  const clean = scrubbed(apart(text.slice(0, replyKept + edge)));
  return clean.slice(0, Math.min(replyKept, clean.length - edge));
}

/** A copy of the text: a slice would keep the text it was cut from in memory, and thousands are recorded. */
function apart(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

/** The values of a body's secret fields. */
export function secretsOf(body: Json | undefined, names: readonly string[]): string[] {
  if (!isJsonObject(body)) return [];
  return names.map((name) => body[name]).filter((value) => typeof value === 'string');
}

/** A body with `maskText` in place of the values of its secret fields. */
export function maskSecrets(body: Json, secrets: readonly string[]): Json {
  if (secrets.length === 0 || !isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, secrets.includes(key) ? maskText : value]),
  );
}
