/** The content type under which an answer of the API goes out: data in every case, whatever a platform calls it. */

const JSON_TYPE = /^(application|text)\/(json|[\w.+-]+\+json)$/;
/** Kept for who reads such a text in a browser. */
const CHARSET = /;\s*charset="?([\w.:-]+)"?\s*(;|$)/i;

/**
 * JSON, plain text, or octets. Answers of a platform lie on the console's own origin: as a script, a style or a page they would be the console's own.
 * @param contentType as the platform said it; `null` where it said nothing
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
