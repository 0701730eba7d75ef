/** What holds for every call of the API, passed on or answered here: its path, its operation, its name and the type of its answer. */
import { type Route, routeAt } from '../../../contract/operations';

/** What a server may take for the end of a name or of a line, a step up, or a beginning of one of these when it decodes once more. */
const STEPS = /[/\\.%;\p{Cc}\p{Zl}\p{Zp}\u2044\u2215\u2216\u29f5\u29f8\u29f9]/u;

/**
 * Whether a path holds, in another form than its plain one, a slash, dot, semicolon, percent sign or line end: encoded, encoded twice (`%25`), in more bytes than
 * the character has or as scripts escape it (`%u002e`: both are no UTF-8, so neither decodes), or as a character that some servers turn into one of these (`／`).
 * A semicolon counts in any form, as what follows it is no part of the name to some.
 */
export function hidesAStep(path: string): boolean {
  if (path.includes(';')) return true;
  try {
    const encoded = path.match(/(?:%[0-9a-f]{2})+|%/gi) ?? [];
    return encoded.some((run) => STEPS.test(decodeURIComponent(run).normalize('NFKC')));
  } catch {
    return true;
  }
}

/** The route of a call. @param path from `/openapi/v1/` on, without search; a `/` at its end is nothing to some platforms */
export function operationAt(method: string, path: string): Route | null {
  return routeAt(method, path.replace(/\/$/, ''));
}

const JSON_TYPE = /^(application|text)\/(json|[\w.+-]+\+json)$/;
/** Readable when opened in a browser. */
const CHARSET = /;\s*charset="?([\w.:-]+)"?\s*(;|$)/i;

/**
 * JSON, plain text, or octets. A platform's responses are on the console's own origin: as a script, a style or a page they would act as the console's own.
 * @param contentType from the platform; `null` if it has none
 */
export function dataType(contentType: string | null): string {
  const given = contentType ?? '';
  const [essence = ''] = given.toLowerCase().split(';');
  const charset = CHARSET.exec(given)?.[1];
  const suffix = charset === undefined ? '' : `; charset=${charset}`;
  if (JSON_TYPE.test(essence.trim())) return `application/json${suffix}`;
  if (/^text\/[\w.+-]+$/.test(essence.trim())) return `text/plain${suffix}`;
  return 'application/octet-stream';
}
