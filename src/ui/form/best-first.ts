/** Puts what is named exactly as typed first, then what begins with it; the others stay in their order. */
export function bestFirst<Option>(
  options: readonly Option[],
  typed: string,
  nameOf: (option: Option) => string,
): Option[] {
  const wanted = typed.trim().toLowerCase();
  const rank = (option: Option): number => {
    const name = nameOf(option).toLowerCase();
    if (name === wanted) return 0;
    return name.startsWith(wanted) ? 1 : 2;
  };
  return [...options].sort((one, other) => rank(one) - rank(other));
}
