const dots = '••••••';

/** A secret as it is shown: what kind it is (up to its first `_` or `-`) and its last four characters, where enough stays hidden. */
export function maskSecret(value: string): string {
  if (value.length < 16) return dots;
  const kind = /^[a-z]{1,6}[_-]/i.exec(value)?.[0] ?? '';
  return `${kind}${dots}${value.slice(-4)}`;
}
