const lineEnds = /\s*(?:\r\n|\r|\n)\s*/g;

/** A text as one line, for rows that are one line high. */
export function oneLine(text: string): string {
  return text.replace(lineEnds, ' ↵ ');
}
