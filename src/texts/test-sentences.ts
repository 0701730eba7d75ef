/** Every text by its full key, `jobs.outcome.verified`. */
export function sentences(texts: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, text] of sentences(value, `${prefix}${key}.`)) found.set(inner, text);
  }
  return found;
}
