import { linkKinds } from '../contract/files';
import { operations } from '../contract/operations';

/** What stands for a secret in everything that is recorded. */
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

/** A text without keys, tokens and the signed part of links. @param secrets values that are known to be secret, wherever they stand */
export function scrubbed(text: string, secrets: readonly (string | null)[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret !== null && secret.length >= 4) clean = clean.replaceAll(secret, maskText);
  return clean
    .replace(secretField, `$1${maskText}`)
    .replace(fileLink, `$1${maskText}`)
    .replace(bearer, `$1${maskText}`)
    .replace(signedQuery, `?${maskText}`);
}

/** So much of a reply is kept: enough to see what it was. */
export const replyKept = 4000;

/** Longer than a key is: so much more is looked at, and left out, so that none is recorded by half. */
const edge = 300;

/** The beginning of a reply, as it may be recorded. */
export function recordedReply(text: string, secrets: readonly (string | null)[]): string {
  if (text.length <= replyKept) return scrubbed(text, secrets);
  const clean = scrubbed(apart(text.slice(0, replyKept + edge)), secrets);
  return clean.slice(0, Math.min(replyKept, clean.length - edge));
}

/** The same text by itself: a part that was cut off keeps all of the text that it was cut from in memory, and thousands of them are recorded. */
function apart(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
