/** An exact number as text, for the eye: thousands apart as the console writes them in both languages, and a true minus sign, as wide as the digits. */
export function numberText(exact: string): string {
  const [whole = '', rest = ''] = exact.split(/(?=[.e])(.*)/s);
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`.replaceAll('-', '−');
}
