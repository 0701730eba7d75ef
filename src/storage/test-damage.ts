/** What each part of a stored value is replaced by. */
const odd: readonly unknown[] = [
  null,
  'odd',
  '',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  -1,
  0.5,
  true,
  [],
  {},
  [null],
  { of: { another: [undefined] } },
  new Date(0),
];

/** For tests: a value with each of its parts, at any depth, taken away and replaced by what does not belong there, one after the other. */
export function* damaged(value: unknown, path = ''): Generator<{ how: string; value: unknown }> {
  if (path !== '') for (const other of odd) yield { how: `${path} = ${nameOf(other)}`, value: other };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (!Array.isArray(value)) {
      const { [name]: _gone, ...rest } = value as Record<string, unknown>;
      yield { how: `without ${place}`, value: rest };
    }
    for (const { how, value: other } of damaged(part, place)) {
      if (Array.isArray(value)) yield { how, value: value.with(Number(name), other) };
      else yield { how, value: { ...value, [name]: other } };
    }
  }
}

function nameOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
}

/** Texts that a person never reads unless something was read wrongly. */
export const brokenText = /\bNaN\b|\bundefined\b|\[object |Invalid Date|MISSING_MESSAGE|Infinity/;
