import { isNumeric } from '../contract/decimal';
import { type FieldKind, isDate, isOption, isText } from '../contract/field-kinds';
import { integerOfId, isIntegerId } from '../contract/ids';
import { isJsonObject, isStorable, type Json, parseJson } from '../contract/json';
import type { FieldConfig } from '../contract/tables';
import { cellText } from './cell-text';
import { parseDate, parseNumber, parseSwitch } from './parse-text';
import { type Reference, referencesOf } from './same-value';

/** Why a text cannot become a value of a field; worded where it is shown. */
export type CoerceReason =
  | 'not-a-number'
  | 'not-exact'
  | 'not-a-date'
  | 'no-time-here'
  | 'has-offset'
  | 'not-a-switch'
  | 'unknown-name'
  | 'several-named'
  | 'only-one'
  | 'not-file-ids'
  | 'not-json'
  | 'not-storable'
  | 'kind-would-change';

export type Coerced = { ok: true; value: Json } | { ok: false; reason: CoerceReason };

export type JsonKind = 'empty' | 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The JSON kind of a value; missing and `null` have none. */
export function jsonKindOf(value: Json | undefined): JsonKind {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'array';
  if (isNumeric(value)) return 'number';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'string' : 'boolean';
}

/**
 * Turns typed or pasted text into the value to write, in the form the API takes (field notes): ids for options, users and relations, numbers exact at
 * any size, `null` for nothing. The JSON kind that was read is kept: a number that was sent as text stays text.
 * The text an editor started with gives back what was read, untouched.
 */
export function coerce(text: string, kind: FieldKind, before: Json | undefined, config?: FieldConfig): Coerced {
  if (text === cellText(before, kind, config)) return value(before ?? null);
  if (!isStorable(text)) return refuse('not-storable');
  if (text === '' || (text.trim() === '' && !isText(kind))) return value(null);
  const wanted = jsonKindOf(before);
  // What was read as text stays text, whatever the field is called: a column may be mixed.
  if (wanted === 'string') return isDate(kind) ? dateFrom(text, before, config) : value(text);
  return fromText[kind](text, wanted, before, config);
}

type FromText = (text: string, wanted: JsonKind, before: Json | undefined, config: FieldConfig | undefined) => Coerced;

const textFrom: FromText = (text, wanted) => (wanted === 'empty' ? value(text) : keptKind(text, wanted));
const namedFrom: FromText = (text, wanted, before, config) =>
  wanted === 'number' || wanted === 'boolean' ? keptKind(text, wanted) : namesFrom(text, before, config);

/** How the text of each kind becomes a value, where what was read is no text: it is of the JSON kind `wanted`, which `keptKind` holds to. */
const fromText: Record<FieldKind, FromText> = {
  text: textFrom,
  'long-text': textFrom,
  number: (text, wanted) => (wanted === 'empty' || wanted === 'number' ? numberFrom(text) : keptKind(text, wanted)),
  date: (text, wanted, before, config) =>
    wanted === 'empty' ? dateFrom(text, before, config) : keptKind(text, wanted),
  switch: switchFrom,
  option: namedFrom,
  user: namedFrom,
  relation: namedFrom,
  file: (text, wanted) => (wanted === 'number' ? numberFrom(text) : fileIdsFrom(text)),
  location: (text, wanted) =>
    wanted === 'empty' || wanted === 'object' ? jsonFrom(text, 'object') : keptKind(text, wanted),
  json: (text, wanted) => (wanted === 'empty' ? jsonFrom(text) : keptKind(text, wanted)),
};

function value(json: Json): Coerced {
  return { ok: true, value: json };
}

function refuse(reason: CoerceReason): Coerced {
  return { ok: false, reason };
}

function numberFrom(text: string): Coerced {
  const number = parseNumber(text);
  return typeof number === 'string' ? refuse(number) : value(number);
}

function switchFrom(text: string, wanted: JsonKind): Coerced {
  const on = parseSwitch(text);
  if (on === null) return refuse('not-a-switch');
  return value(wanted === 'number' ? Number(on) : on);
}

/** A date-time field keeps its time of day, a date field does not get one; an unseen field takes the text's form. */
function dateFrom(text: string, before: Json | undefined, config: FieldConfig | undefined): Coerced {
  const date = parseDate(text);
  if (date === null) return refuse('not-a-date');
  // The time zone of a field's times is unknown (field notes), and is not guessed.
  if (date.offset) return refuse('has-offset');
  const seen = typeof before === 'string' ? parseDate(before) : null;
  // A text in a date field that is no date was not understood when it was read: it stays free text.
  if (typeof before === 'string' && before !== '' && seen === null) return value(text);
  const withTime = seen ? seen.time !== null : config?.field_type === 'datetime' ? true : config ? false : null;
  if (withTime === false)
    return date.time === null || date.time === '00:00:00' ? value(date.day) : refuse('no-time-here');
  if (withTime === null && date.time === null) return value(date.day);
  return value(`${date.day} ${date.time ?? '00:00:00'}`);
}

/** The id in a text of `textOfId`; null in any other. */
function idOfText(text: string): string | null {
  if (!text.startsWith('["')) return null;
  const json = jsonFrom(text);
  const [id, another] = json.ok && Array.isArray(json.value) ? json.value : [];
  return typeof id === 'string' && another === undefined ? id : null;
}

/**
 * Names, separated by commas, semicolons or lines; a single name may itself contain a comma. A number may be the name of one option and the ID of another, so
 * an ID is accepted only if no name matches: of an option without a unique name, or where no names are known; or where it is marked as one (`textOfId`). A
 * shared name matches none, except the one that the value had before.
 */
function namesFrom(text: string, before: Json | undefined, config: FieldConfig | undefined): Coerced {
  const held = referencesOf(before) ?? [];
  const known = [...(config?.config.options ?? []), ...held];
  const isNamed = ({ id, name }: Reference): boolean =>
    !!name && known.every((other) => other.name !== name || other.id === id);
  const named = (isMeant: (name: string) => boolean): string[] => {
    const idsIn = (all: readonly Reference[]): string[] => [
      ...new Set(all.flatMap(({ id, name }) => (id !== null && name !== null && isMeant(name) ? [id] : []))),
    ];
    const ids = idsIn(known);
    const own = ids.length > 1 ? idsIn(held) : [];
    return own.length === 1 ? own : ids;
  };
  /** The ids of all that a text may mean. */
  const find = (part: string): string[] => {
    const wanted = part.trim();
    const exact = named((name) => name === wanted);
    if (exact.length > 0) return exact;
    const loose = named((name) => name.toLowerCase() === wanted.toLowerCase());
    if (loose.length > 0) return loose;
    const written = idOfText(wanted);
    const id = written ?? wanted;
    if (known.some((entry) => entry.id === id && (written !== null || !isNamed(entry)))) return [id];
    return isIntegerId(id) && !config?.config.options?.length ? [id] : [];
  };
  const whole = find(text);
  const found = whole.length === 0 ? partsOf(text).map(find) : [whole];
  if (found.some(({ length }) => length === 0)) return refuse('unknown-name');
  return found.some(({ length }) => length > 1) ? refuse('several-named') : references(found.flat(), config);
}

/** The names or ids in a text. */
export function partsOf(text: string): string[] {
  return text
    .split(/[,;，、；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The value that these ids are together. */
function references(ids: readonly string[], config: FieldConfig | undefined): Coerced {
  const once = [...new Set(ids)];
  return once.length > 1 && config?.config.is_multi === false ? refuse('only-one') : value(once);
}

/**
 * Ids of options, people or records, separated as names are, of a text that is known to hold ids. Of an option only the ids that the field has; of people
 * and records not all are ever known.
 */
export function coerceIds(text: string, kind: FieldKind, config?: FieldConfig): Coerced {
  const ids = partsOf(text);
  const options = isOption(kind) ? (config?.config.options ?? []) : [];
  const isKnown = (id: string): boolean =>
    options.length === 0 ? isIntegerId(id) : options.some((option) => option.id === id);
  if (!ids.every(isKnown)) return refuse('unknown-name');
  return ids.length === 0 ? value(null) : references(ids, config);
}

function fileIdsFrom(text: string): Coerced {
  const ids = text.split(/[\s,;，、；]+/).filter((part) => part !== '');
  return ids.every(isIntegerId) ? value(ids.map(integerOfId)) : refuse('not-file-ids');
}

function jsonFrom(text: string, wanted?: 'object'): Coerced {
  try {
    const json = parseJson(text);
    if (!isStorable(json)) return refuse('not-storable');
    return wanted === undefined || isJsonObject(json) ? value(json) : refuse('not-json');
  } catch {
    return refuse('not-json');
  }
}

/** The text as a value of the JSON kind that was read, or a refusal: another kind needs the person's word. */
function keptKind(text: string, wanted: JsonKind): Coerced {
  if (wanted === 'number') {
    const number = numberFrom(text);
    return number.ok || number.reason === 'not-exact' ? number : refuse('kind-would-change');
  }
  if (wanted === 'boolean') {
    const on = parseSwitch(text);
    return on === null ? refuse('kind-would-change') : value(on);
  }
  const json = jsonFrom(text);
  if (!json.ok) return json;
  return jsonKindOf(json.value) === wanted ? json : refuse('kind-would-change');
}
