/** How a part of a cell looks: a class of `cells.module.css`. */
export type CellLook =
  | 'nothing'
  | 'chip'
  | 'date'
  | 'on'
  | 'off'
  | 'user'
  | 'relation'
  | 'file'
  | 'beside'
  | 'json'
  | 'more'
  | 'misfit';

/** A piece of text with a look of its own. */
export interface CellPart {
  text: string;
  look: CellLook | null;
  /** Said when the pointer rests on it; of a sign without a text, also to those who listen. */
  title?: string;
  /** The letter in front of a user. */
  initial?: string;
}

/** What a cell holds. Most hold a plain text: it costs no element of its own. */
export type CellContent = string | readonly CellPart[];

/** What a cell can look like itself. */
const looksOfCells: ReadonlySet<CellLook | null> = new Set<CellLook>(['nothing', 'on', 'off']);

/** The one part of a content whose look a whole cell can have: an element of its own for it would be one more for a browser to lay out. */
export function wholePart(content: CellContent): CellPart | null {
  if (typeof content === 'string' || content.length !== 1) return null;
  const [only] = content;
  return only && looksOfCells.has(only.look) ? only : null;
}

/** Whether a part is a sign without a text, which has its title for a name. */
export function isSign({ text, title }: CellPart): boolean {
  return text === '' && title !== undefined;
}

/** Every word of a content, as it is read. */
export function textOfContent(content: CellContent): string {
  if (typeof content === 'string') return content;
  return content.map(({ text, initial = '' }) => `${initial}${text}`).join('');
}
