/** What the headers of a request for a file decide: its encoding, whether the client has it already, and which bytes of it are sent (RFC 9110). */

/**
 * The encoding to respond with, `null` for none: the one that the client prefers, and of equal ones the first.
 * @param available in the server's order of preference
 */
export function chosenEncoding<Name extends string>(headers: Headers, available: readonly Name[]): Name | null {
  const qualities = new Map<string, number>();
  for (const part of (headers.get('accept-encoding') ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((text) => /^q\s*=/.test(text))?.replace(/^q\s*=\s*/, '') ?? '1';
    qualities.set(name === 'x-gzip' ? 'gzip' : name, /^\d*\.?\d*$/.test(quality) ? Number(quality) : 0);
  }
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0;
  let [best, most]: [Name | null, number] = [null, qualities.get('identity') ?? 0];
  for (const name of available) {
    const quality = qualityOf(name);
    if (quality > most || (best === null && quality > 0 && quality === most)) [best, most] = [name, quality];
  }
  return best;
}

/** Whether `If-None-Match` names this representation: in a list, weakly, or as `*`. */
export function isUnchanged(headers: Headers, etag: string): boolean {
  const given = headers.get('if-none-match')?.trim() ?? '';
  if (given === '*') return true;
  return [...given.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === etag);
}

/**
 * The bytes that a GET asks for, both ends included: `null` for all of them, as for what is no valid single range or has an `If-Range` of another
 * representation.
 * @param size of the whole, in bytes
 */
export function askedRange(
  { method, headers }: Request,
  size: number,
  etag: string,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get('range') ?? '') ?? [];
  if (method !== 'GET' || (from === '' && to === '')) return null;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  // Compared strongly; a date matches nothing, as files have none.
  if (headers.has('if-range') && headers.get('if-range')?.trim() !== etag) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  return first > last ? 'unsatisfiable' : { first, last };
}
