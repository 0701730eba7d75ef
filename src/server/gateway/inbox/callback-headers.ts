/** Headers of a callback: kept as far as they describe the event, and never where they may open something. */

/** Names that say nothing about the event: those of the connection and of what stands between, and those that are kept apart. */
const OF_THE_WAY =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|content-type|forwarded|via|proxy-.*|x-forwarded-.*|x-real-ip)$/;
/** Words in a name that stand for a key; a short one has to be a word of its own. */
const NAMES_A_KEY =
  /authoriz|authentic|api-?key|access-?key|token|secret|passw|credential|cookie|session|bearer|(^|[-_.])(auth|key|jwt|pwd|sid)([-_.]|$)/;
/** Named like a key, and none: it tells a repeated event from a new one. */
const NO_KEY = new Set(['idempotency-key']);
/** A value in the form of a credential, whatever its name. */
const IS_A_KEY = /^\s*(bearer|basic|digest|negotiate|token|apikey)\s/i;

const MAX_KEPT_BYTES = 8 * 1024;

/**
 * The headers that are kept and shown of a callback, 8 KB at most. Asked when one comes and again when it is read: what was kept before a name counted as that
 * of a key is not shown either.
 * @param headers names in lower case
 */
export function keptHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of headers) {
    if (OF_THE_WAY.test(name) || opensSomething(name, value)) continue;
    size += name.length + value.length;
    if (size > MAX_KEPT_BYTES) break;
    kept[name] = value;
  }
  return kept;
}

function opensSomething(name: string, value: string): boolean {
  return (NAMES_A_KEY.test(name) && !NO_KEY.has(name)) || IS_A_KEY.test(value);
}
