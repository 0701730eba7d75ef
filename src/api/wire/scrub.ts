import { linkKinds } from '../../contract/files';
import { isJsonObject, type Json } from '../../contract/json';
import { operations } from '../../contract/operations';
import { withoutCredentials } from './remove-credentials';

/** What stands for a secret in what is recorded, where a name says that it is one. */
export const maskText = '••••••';

/** Names under which keys and tokens travel (4.7 to 4.9, 5), and what others call such things. */
const contractNames = Object.values(operations).flatMap(({ body }) =>
  body.filter((field) => field.secret).map(({ name }) => name),
);
const secretName = `(?:${[...new Set(contractNames)].join('|')}|[\\w-]*(?:secret|password|passwd|token|api[_-]?key|authorization)[\\w-]*)`;
/** Also a value that is cut off at the end of the text. */
const secretField = new RegExp(`("${secretName}"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)(?="|$)`, 'gi');
const bearer = /\b(Bearer\s+)[^\s"'\\,;}]+/gi;
/** The part of an address that opens something to whoever has it. */
const signedQuery =
  /\?[^\s"'<>\\]*?(?:signature|sign|sig|token|expires?|credential|accesskeyid|auth_key)[^\s"'<>\\]*/gi;

/** The links of a file, below their host: what signs them may stand in the path as well. */
const fileLink = new RegExp(
  `("(?:${linkKinds.join('|')})"\\s*:\\s*"https?:(?:\\\\?/){2}[^/"\\\\]+\\\\?/)[^"]*(?="|$)`,
  'gi',
);

/** A text as it may be recorded: without credentials that are held, without what a name says to be one, and without the signed part of links. */
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

/** The same text by itself: a part that was cut off keeps all of the text that it was cut from in memory, and thousands of them are recorded. */
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
