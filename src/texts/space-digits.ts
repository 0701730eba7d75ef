/** A text by `Intl` with a space between digits and Chinese, which it leaves out. */
export function spaceDigits(text: string): string {
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ');
}
