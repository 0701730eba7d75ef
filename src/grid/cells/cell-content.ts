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

/** Whether a part is a sign without a text, which has its title for a name. */
export function isSign({ text, title }: CellPart): boolean {
  return text === '' && title !== undefined;
}

/** Every word of a content, as it is read. */
export function textOfContent(content: CellContent): string {
  if (typeof content === 'string') return content;
  return content.map(({ text, initial = '' }) => `${initial}${text}`).join('');
}
