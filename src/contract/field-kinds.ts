import { isNumeric } from './decimal';
import { isJsonObject, type Json, type JsonObject } from './json';
import type { SystemField } from './records';

/**
 * The list of field kinds: the shapes that a cell can have inside the console, and the properties of each. Their names are compared nowhere else: code asks
 * the functions below or has a total `Record<FieldKind, …>`, as `edits/coerce.ts` (from text) and `grid/cells/kinds.ts` (drawing, editor).
 */
export const fieldKinds = [
  'text',
  'long-text',
  'number',
  'date',
  'switch',
  'option',
  'user',
  'relation',
  'file',
  'location',
  'json',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const filterOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'em'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** Properties of every field of a kind. */
export interface FieldKindFacts {
  /**
   * Words of the table config (`field_type`) that are shown as this kind. The contract lists none; the field notes list the kinds, and `category` and
   * `relation` as words seen. A word that is in no list is no error: the kind is then found from the values.
   */
  fieldTypes: readonly string[];
  /** The operators that the field notes report for it. */
  operators: readonly FilterOperator[];
  /** What its values are; `any` is the fallback for whatever is not known. */
  values: 'text' | 'number' | 'date' | 'switch' | 'reference' | 'object' | 'any';
  /** What a reference points to: it is read with names and written as ids (field notes). */
  refersTo: 'option' | 'user' | 'record' | 'file' | null;
  /** Whether its values usually take several lines. */
  severalLines: boolean;
  /** Whether a field of it can be a key: other values are too long for a filter, or do not identify records. */
  namesRecords: boolean;
}

/**
 * What the loaded form of a reference holds (field notes; files: 2.6): `parts` are all that is known of it. `renewed` are links that a platform makes anew for
 * the same person or file, so that they are no part of the value.
 */
const referenceForms: Record<
  NonNullable<FieldKindFacts['refersTo']>,
  { parts: readonly string[]; renewed: readonly string[] }
> = {
  option: { parts: ['id', 'name', 'color'], renewed: [] },
  user: { parts: ['user_id', 'name', 'avatar'], renewed: ['avatar'] },
  record: { parts: ['item_id', 'title'], renewed: [] },
  file: {
    parts: ['file_id', 'name', 'ref_id', 'ref_type', 'link', 'size', 'ext', 'filetype'],
    renewed: ['link'],
  },
};

type Rest = Omit<FieldKindFacts, 'fieldTypes' | 'values'>;
const oneLine = { refersTo: null, severalLines: false, namesRecords: true } as const;
const ordered: Rest = { ...oneLine, operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'em'] };
const listed: Rest = { ...oneLine, operators: ['eq', 'ne', 'in', 'nin', 'em'] };
const opaque: Rest = { ...oneLine, operators: ['em'], severalLines: true, namesRecords: false };

const facts: Record<FieldKind, FieldKindFacts> = {
  text: {
    ...listed,
    fieldTypes: ['text', 'time', 'auto_number', 'phone', 'email', 'barcode'],
    values: 'text',
  },
  'long-text': {
    ...listed,
    fieldTypes: ['textarea', 'long_text', 'rich_text', 'richtext'],
    values: 'text',
    severalLines: true,
    namesRecords: false,
  },
  number: { ...ordered, fieldTypes: ['money', 'number', 'rating', 'progress', 'calculation'], values: 'number' },
  date: { ...ordered, fieldTypes: ['date', 'datetime'], values: 'date' },
  switch: { ...listed, fieldTypes: ['switch'], values: 'switch', operators: ['eq', 'ne', 'em'], namesRecords: false },
  option: { ...listed, fieldTypes: ['category', 'option'], values: 'reference', refersTo: 'option' },
  user: { ...listed, fieldTypes: ['user'], values: 'reference', refersTo: 'user' },
  relation: { ...listed, fieldTypes: ['relation'], values: 'reference', refersTo: 'record' },
  file: {
    ...opaque,
    fieldTypes: ['attachment', 'file', 'image', 'signature'],
    values: 'reference',
    refersTo: 'file',
    severalLines: false,
  },
  location: { ...opaque, fieldTypes: ['location', 'address'], values: 'object' },
  json: { ...opaque, fieldTypes: [], values: 'any', operators: filterOperators },
};

const kindOfWord: ReadonlyMap<string, FieldKind> = new Map(
  fieldKinds.flatMap((kind) => facts[kind].fieldTypes.map((word): [string, FieldKind] => [word, kind])),
);

/** Whether a word names a kind. */
export function isFieldKind(value: unknown): value is FieldKind {
  return (fieldKinds as readonly unknown[]).includes(value);
}

/** The operators that the field notes report for a kind of field; system fields have those of an id or a time. */
export function operatorsFor(kind: FieldKind, fieldId?: string): readonly FilterOperator[] {
  if (fieldId === 'item_id') return ['eq', 'ne', 'in', 'nin'];
  if (fieldId === 'created_on' || fieldId === 'updated_on') return ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
  return facts[kind].operators;
}

/** Texts, of any length. */
export function isText(kind: FieldKind): boolean {
  return facts[kind].values === 'text';
}

/** Texts that stay on one line, so that the same one may stand in many records. */
export function isShortText(kind: FieldKind): boolean {
  return isText(kind) && !facts[kind].severalLines;
}

export function isLongText(kind: FieldKind): boolean {
  return isText(kind) && facts[kind].severalLines;
}

export function isNumber(kind: FieldKind): boolean {
  return facts[kind].values === 'number';
}

/** Days, with or without a time of day. */
export function isDate(kind: FieldKind): boolean {
  return facts[kind].values === 'date';
}

/** Yes or no. */
export function isSwitch(kind: FieldKind): boolean {
  return facts[kind].values === 'switch';
}

/** Values that point to something by its id. */
export function isReference(kind: FieldKind): boolean {
  return facts[kind].refersTo !== null;
}

/** References that have names: options, people and records. Files cannot be found by name. */
export function isNamedReference(kind: FieldKind): boolean {
  return isReference(kind) && !isFile(kind);
}

/** References to options of the table config. */
export function isOption(kind: FieldKind): boolean {
  return facts[kind].refersTo === 'option';
}

export function isUser(kind: FieldKind): boolean {
  return facts[kind].refersTo === 'user';
}

/** References to records of another table. */
export function isRelation(kind: FieldKind): boolean {
  return facts[kind].refersTo === 'record';
}

export function isFile(kind: FieldKind): boolean {
  return facts[kind].refersTo === 'file';
}

/** The parts of a loaded reference that are no part of its value, as they are made anew; none for other kinds. */
export function renewedParts(kind: FieldKind): readonly string[] {
  const { refersTo } = facts[kind];
  return refersTo === null ? [] : referenceForms[refersTo].renewed;
}

/** Whether an object is the loaded form of a reference kind and nothing beside it: anything more cannot be written as an id. */
function isOnlyReference(kind: FieldKind, value: JsonObject): boolean {
  const { refersTo } = facts[kind];
  return refersTo !== null && Object.keys(value).every((part) => referenceForms[refersTo].parts.includes(part));
}

/** Values that are shown as JSON where they are shown in full: objects, and whatever is not known. */
export function isStructure(kind: FieldKind): boolean {
  return facts[kind].values === 'object' || isAnyJson(kind);
}

/** Whatever is not known. */
export function isAnyJson(kind: FieldKind): boolean {
  return facts[kind].values === 'any';
}

/** Whether values of a kind usually take several lines. */
export function hasSeveralLines(kind: FieldKind): boolean {
  return facts[kind].severalLines;
}

/** Whether a field of a kind can be a key. */
export function namesRecords(kind: FieldKind): boolean {
  return facts[kind].namesRecords;
}

/** The kind for a `field_type` word of the table config; null when the word is unknown. */
export function kindOfFieldType(fieldType: string): FieldKind | null {
  return kindOfWord.get(fieldType) ?? null;
}

/** The kind of a system field (2.4). */
export function kindOfSystemField(field: SystemField): FieldKind {
  if (field.endsWith('_on')) return 'date';
  return field.endsWith('_by') ? 'user' : 'text';
}

const dateText = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
/** Longer than this, a text does not fit a cell any more. */
const longTextFrom = 120;

/** The kind that a value looks like (read forms of the field notes); null when it is empty. */
export function kindOfValue(value: Json): FieldKind | null {
  if (isNumeric(value)) return 'number';
  switch (typeof value) {
    case 'boolean':
      return 'switch';
    case 'string':
      return value === '' ? null : kindOfText(value);
    default:
      if (value === null) return null;
      return Array.isArray(value) ? kindOfEntries(value) : (kindOfObject(value) ?? 'json');
  }
}

function kindOfText(text: string): FieldKind {
  if (text.length > longTextFrom || text.includes('\n')) return 'long-text';
  return dateText.test(text) ? 'date' : 'text';
}

function kindOfEntries(entries: Json[]): FieldKind | null {
  const first = entries[0];
  if (first === undefined) return null;
  if (typeof first === 'string') {
    return entries.every((entry) => typeof entry === 'string' && entry.length <= longTextFrom) ? 'option' : 'json';
  }
  if (!isJsonObject(first)) return 'json';
  const kind = kindOfObject(first) ?? (typeof first.name === 'string' ? 'option' : 'json');
  if (!isReference(kind)) return kind;
  return entries.every((entry) => isJsonObject(entry) && isOnlyReference(kind, entry)) ? kind : 'json';
}

/** A reference by the ID that only its kind has. What holds more than a reference is none: its other parts would be lost. */
function kindOfObject(value: JsonObject): FieldKind | null {
  const kind = referenceKindOf(value);
  if (kind !== null) return isOnlyReference(kind, value) ? kind : 'json';
  const isPlace = 'coordinate' in value || 'poi' in value || ('lat' in value && ('lon' in value || 'lng' in value));
  return isPlace ? 'location' : null;
}

function referenceKindOf(value: JsonObject): FieldKind | null {
  if ('user_id' in value) return 'user';
  if ('item_id' in value) return 'relation';
  return 'file_id' in value || (isJsonObject(value.link) && 'name' in value) ? 'file' : null;
}
