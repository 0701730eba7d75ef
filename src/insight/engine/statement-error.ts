import { QueryError } from './answer';

/**
 * What the engine says of a statement that failed, with its place.
 * @param sql as the person wrote it
 * @param linesBefore lines that were put before it
 */
export function queryError(error: unknown, sql: string, linesBefore = 0): QueryError {
  const text = error instanceof Error ? error.message : String(error);
  const [message = text] = text.split(/\n\s*\n?LINE \d+:/);
  return new QueryError(message.trim(), placeOf(text, sql, linesBefore));
}

/** The engine names a place by quoting the line, long ones in part, with a mark below it. */
function placeOf(text: string, sql: string, linesBefore: number): number | null {
  const quoted = /LINE (\d+): (.*)\n( *)\^/.exec(text);
  if (!quoted) return null;
  const [, number = '', excerpt = '', indent = ''] = quoted;
  const lines = sql.split('\n');
  const index = Number(number) - 1 - linesBefore;
  const line = lines[index];
  if (line === undefined) return null;
  const before = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  const isCut = excerpt.startsWith('...') && !line.startsWith('...');
  const from = isCut ? line.indexOf(excerpt.slice(3).replace(/\.\.\.$/, '')) - 3 : 0;
  const column = from + indent.length - `LINE ${number}: `.length;
  return before + Math.max(0, Math.min(column, line.length));
}
