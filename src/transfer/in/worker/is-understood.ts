import type { FileFacts } from './import-protocol';

/**
 * Whether all of a file was understood: nothing in it is odd, unread or in question. Only then may a page say that there are no problems.
 * @param facts of a file that was read to its end
 */
export function isUnderstood(facts: FileFacts): boolean {
  const { problems, broken, read, isGuessed, nulls, columns, profiles, headerLine } = facts;
  const used = columns.filter(({ name, index }) => name !== '' || (profiles[index]?.filled ?? 0) > 0);
  const names = new Set(used.map(({ name }) => name));
  const areNamed = headerLine === 0 || (names.size === used.length && !names.has(''));
  const isWhole = read.bytes === read.of;
  return isWhole && broken === 0 && Object.keys(problems.counts).length === 0 && !isGuessed && nulls === 0 && areNamed;
}
