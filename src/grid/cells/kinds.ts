/** What cells show, by field type: one entry per type defines its display and editor. */

import { isNumeric, numeral } from '../../contract/decimal';
import { type FieldKind, isStructure, kindOfValue } from '../../contract/field-kinds';
import { type Id, isIntegerId } from '../../contract/ids';
import { isEmptyValue, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { FieldConfig } from '../../contract/tables';
import { cellText, optionName } from '../../edits/cell-text';
import { referencesOf } from '../../edits/same-value';
import {
  BracesIcon,
  DateIcon,
  FileIcon,
  type Icon,
  LinkIcon,
  ListIcon,
  LocationIcon,
  MenuIcon,
  NumberIcon,
  SwitchIcon,
  TextIcon,
  UserIcon,
} from '../../ui/icons/icons';
import type { GridColumn } from '../columns/columns-of';
import { previewOf, previewOfJson } from './preview';

/** How a part of a cell looks: a class of `cells.module.css`. */
type CellLook =
  | 'nothing'
  | 'chip'
  | 'date'
  | 'on'
  | 'off'
  | 'user'
  | 'relation'
  | 'file'
  | 'count'
  | 'beside'
  | 'json'
  | 'more'
  | 'misfit';

/** Looks that need no box of their own around the text: a cell that holds nothing else has them itself. */
const looksOfCells: ReadonlySet<CellLook | null> = new Set<CellLook | null>(['nothing', 'on', 'off', 'json']);

/** A piece of text with a look of its own. */
export interface CellPart {
  text: string;
  look: CellLook | null;
  /** Shown on hover; of a sign without text, also to screen readers. */
  title?: string;
  /** The letter in front of a user. */
  initial?: string;
  /** The id of a file that can be looked up. */
  file?: Id;
}

/** What a cell holds. Most hold a plain text: it costs no element of its own. */
export type CellContent = string | readonly CellPart[];

/** The few words of cells, in the language of the page. */
export interface CellWords {
  null: string;
  missing: string;
  empty: string;
  yes: string;
  no: string;
  /** The note of a value of another type than its column. */
  misfit: string;
}

export interface CellContext {
  words: CellWords;
  config: FieldConfig | null;
}

/** How cells of one kind are drawn and edited. */
export interface CellKind {
  icon: Icon;
  /** The least width of a column, and what a cell takes beside its words (padding, chips, signs), in px. */
  width: number;
  padding: number;
  /** Numbers are aligned to the end of their cell. */
  align?: 'end';
  /** The look of a whole cell of this kind; parts of it may have their own. */
  look?: CellLook;
  /** The element of its editor: a text may hold lines, which an `input` would take away; only an `input` may be a combobox. */
  field: 'input' | 'textarea';
  /** The content for a value that is neither missing, null nor empty; null when it is not of this kind after all. */
  contentOf(value: Json, context: CellContext): CellContent | null;
}

export const cellKinds: Record<FieldKind, CellKind> = {
  text: {
    icon: TextIcon,
    width: 130,
    padding: 24,
    field: 'textarea',
    contentOf: (value) => (typeof value === 'string' ? previewOf(value) : null),
  },
  // The beginning on one line. Of rich text (HTML, field notes) only the words: the panel shows it as it was sent.
  'long-text': {
    icon: MenuIcon,
    width: 240,
    padding: 24,
    field: 'textarea',
    contentOf: (value) => (typeof value === 'string' ? wordsOf(previewOf(value)) : null),
  },
  // Every digit that was sent: nothing is rounded or grouped, so that it can be compared with other systems.
  number: {
    icon: NumberIcon,
    width: 110,
    padding: 24,
    align: 'end',
    field: 'input',
    contentOf: (value) => (isNumeric(value) ? numeral(value) : null),
  },
  // Exactly as sent: it has no zone (field notes), so nothing can be converted.
  date: {
    icon: DateIcon,
    width: 164,
    padding: 24,
    look: 'date',
    field: 'input',
    contentOf: (value) => (typeof value === 'string' && isTime(value) ? value : null),
  },
  // In a word and a shape: never by colour alone.
  switch: {
    icon: SwitchIcon,
    width: 90,
    padding: 24,
    field: 'input',
    contentOf: (value, { words }) => {
      if (value === true || value === 1) return [{ text: words.yes, look: 'on' }];
      return value === false || value === 0 ? [{ text: words.no, look: 'off' }] : null;
    },
  },
  option: {
    icon: ListIcon,
    width: 110,
    padding: 40,
    field: 'input',
    contentOf: (value, { config }) => namedParts(value, config, ({ label }) => ({ text: label, look: 'chip' })),
  },
  // By name, with its first letter. Pictures are not fetched: they may be on any host.
  user: {
    icon: UserIcon,
    width: 140,
    padding: 50,
    field: 'input',
    contentOf: (value, { config }) =>
      namedParts(value, config, ({ label }) => ({
        text: label,
        look: 'user',
        initial: [...label.slice(0, 2)][0]?.toUpperCase() ?? '',
      })),
  },
  relation: {
    icon: LinkIcon,
    width: 160,
    padding: 30,
    field: 'input',
    contentOf: (value, { config }) =>
      namedParts(value, config, ({ id, label }) => ({ text: label, look: 'relation', title: id?.slice(0, 80) })),
  },
  // By name or id: their read form is not known (field notes). Whoever draws it may look up the rest.
  file: {
    icon: FileIcon,
    // Names come later, and are longer than the ids that the width is taken from.
    width: 190,
    padding: 52,
    field: 'textarea',
    contentOf: (value, { config }) => {
      const files = namedParts(value, config, ({ id, label }) => ({
        text: label,
        look: 'file',
        ...(id !== null && isIntegerId(id) ? { file: id } : {}),
      }));
      // Before them: what follows the first is often beyond the edge of the cell.
      return files && files.length > 1 && Array.isArray(value)
        ? [{ text: String(value.length), look: 'count' }, ...files]
        : files;
    },
  },
  // By the first name it has, with its coordinate as sent.
  location: {
    icon: LocationIcon,
    width: 200,
    padding: 24,
    field: 'textarea',
    contentOf: (value) => {
      const place = Array.isArray(value) ? value[0] : value;
      if (!isJsonObject(place)) return null;
      const name = [place.name, place.poi, place.address].find((text) => typeof text === 'string' && text);
      const coordinate = coordinateOf(isJsonObject(place.coordinate) ? place.coordinate : place);
      if (typeof name !== 'string') return coordinate;
      if (coordinate === null) return previewOf(name);
      return [
        { text: previewOf(name), look: null },
        { text: coordinate, look: 'beside' },
      ];
    },
  },
  json: {
    icon: BracesIcon,
    width: 200,
    padding: 24,
    field: 'textarea',
    contentOf: (value) => [{ text: previewOfJson(value), look: 'json' }],
  },
};

/** The one part of a cell that the cell itself can look like; null where it has several, or one that needs a box. */
export function wholePart(content: CellContent | undefined): CellPart | null {
  if (content === undefined || typeof content === 'string' || content.length !== 1) return null;
  const [part] = content;
  return part && looksOfCells.has(part.look) ? part : null;
}

/** The widest characters of a cell's fonts, in px: digits and what stands between them, other Latin letters and full-width ones. */
const digitWidth = 8.2;
const letterWidth = 13;
const digits = /[\d ,.:/+-]/g;
/** Characters whose width is not known. */
const otherScripts = /[^\u0020-\u017f\u2e80-\u9fff]/;

/**
 * Whether a plain text or a chip surely fits into a cell: it needs no clip. A clip costs a browser more than the cell itself.
 * @param width of the cell, in px
 */
export function surelyFits(content: CellContent, kind: FieldKind, width: number): boolean {
  const text = typeof content === 'string' ? content : partThatMayFit(content);
  const room = width - cellKinds[kind].padding;
  if (text === null || text.length * digitWidth > room || otherScripts.test(text)) return false;
  const letters = text.replace(digits, '').length;
  return letters * letterWidth + (text.length - letters) * digitWidth <= room;
}

function partThatMayFit([part, ...others]: readonly CellPart[]): string | null {
  if (!part || others.length > 0) return null;
  return part.look === 'chip' || looksOfCells.has(part.look) ? part.text : null;
}

/**
 * What a cell holds: null, missing and empty each in its word; a value that is not of the column's kind as what it looks like itself, with a sign.
 */
export function contentOf(value: Json | undefined, kind: FieldKind, context: CellContext): CellContent {
  const { words } = context;
  if (value === undefined) return nothing(words.missing);
  if (value === null) return nothing(words.null);
  if (value === '' || (Array.isArray(value) && value.length === 0)) return nothing(words.empty);
  return cellKinds[kind].contentOf(value, context) ?? misfit(value, context);
}

/** Whether a value is of a kind; what is missing, null or empty is of any. */
export function isOfKind(value: Json | undefined, kind: FieldKind, context: CellContext): boolean {
  return isEmptyValue(value) || cellKinds[kind].contentOf(value, context) !== null;
}

/** A value as it is, marked as none of its kind. */
export function misfit(value: Json, context: CellContext): CellContent {
  const content =
    cellKinds[kindOfValue(value) ?? 'json'].contentOf(value, context) ?? cellKinds.json.contentOf(value, context) ?? '';
  const parts = typeof content === 'string' ? [{ text: content, look: null }] : content;
  return [{ text: '', look: 'misfit', title: context.words.misfit }, ...parts];
}

function nothing(word: string): CellContent {
  return [{ text: word, look: 'nothing' }];
}

const tag = /<[^<>]{1,80}>/g;

/** A long text without the tags of rich text. */
export function wordsOf(text: string): string {
  return text.startsWith('<') ? text.replace(tag, ' ').trim() || text : text;
}

/** No date, time or coordinate has more characters than these. */
const longest = 40;
/** Starts like a date or a time of day; anything after it is shown too. */
const dateStart = /^(?:\d{4}[-/]\d|\d{1,2}:\d{2})/;

function isTime(text: string): boolean {
  return text.length <= longest && dateStart.test(text);
}

function coordinateOf({ lat, lon, lng }: JsonObject): string | null {
  const east = lon ?? lng;
  if (lat === undefined || east === undefined) return null;
  return `${String(lat).slice(0, longest)}, ${String(east).slice(0, longest)}`;
}

/** A cell does not show more than these. */
const shownMax = 8;

/**
 * What a value points to, by name where the value or the table config has one, and how many more there are; null when the value is not of that shape.
 * @param partOf draws one of them
 */
function namedParts(
  value: Json,
  config: FieldConfig | null,
  partOf: (named: { id: string | null; label: string }) => CellPart,
): readonly CellPart[] | null {
  if (typeof value === 'boolean') return null;
  const references = referencesOf(Array.isArray(value) ? value.slice(0, shownMax) : value);
  if (references === null) return null;
  const parts = references.map(({ id, name }) =>
    partOf({ id, label: (name ?? optionName(id, config) ?? id ?? '').slice(0, 80) }),
  );
  const more = Array.isArray(value) ? value.length - shownMax : 0;
  return more > 0 ? [...parts, { text: `+${more}`, look: 'more' }] : parts;
}

const entriesMax = 8;

/** A value for screen readers: the text of its cell, cut for large values. */
export function textOfValue(
  value: Json | undefined,
  { kind, config }: Pick<GridColumn, 'kind' | 'config'>,
  words: CellWords,
): string {
  if (value === undefined) return words.missing;
  if (value === null) return words.null;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return words.empty;
  if (typeof value === 'string') return previewOf(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value !== 'object') return String(value);
  const start = Array.isArray(value) ? value.slice(0, entriesMax) : value;
  const named = !isStructure(kind) && referencesOf(start) !== null;
  return named ? previewOf(cellText(start, kind, config ?? undefined)) : previewOfJson(value);
}
