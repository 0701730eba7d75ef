/** Characters between the cells of a line that are looked for by themselves; any other single character may be chosen. */
export const delimiters = [',', '\t', ';', '|'] as const;

const linesLooked = 50;

/**
 * The delimiter of a text by its first lines: the one that parts most of them into the same number of cells, more than one. A comma when none does,
 * which reads a file of one column right. Delimiters in quotes do not count.
 */
export function detectDelimiter(text: string): string {
  const lines = linesOutsideQuotes(text);
  let best = { delimiter: ',' as string, score: 0 };
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(delimiter).length - 1;
      counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    counts.delete(0);
    const [cells = 0, agreeing = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
    // Agreement first; among equals the one that makes more cells.
    const score = agreeing === 0 ? 0 : agreeing / lines.length + Math.min(cells, 99) / 1000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The first lines with whatever stands between quotes left out. */
function linesOutsideQuotes(text: string): string[] {
  const bare = text.replace(/"(?:[^"]|"")*"/g, '""');
  const lines = bare.split(/\r\n|\n|\r/, linesLooked + 1).filter((line) => line.trim() !== '');
  // The last line of a sample may be cut.
  return lines.length > linesLooked ? lines.slice(0, linesLooked) : lines;
}
