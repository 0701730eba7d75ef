import { returnFieldsHeader } from '../../../contract/calls';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../contract/json';
import type { OperationName } from '../../../contract/operations';
import { fieldIn } from './body';
import { ServiceError } from './errors';

/** What the caller wants of a resource (4.1). */
export interface Returned {
  /** Names of its own fields; null for all that come by default. */
  own: ReadonlySet<string> | null;
  /** Names wanted of a related single resource, by its singular name; null for all. */
  single: ReadonlyMap<string, ReadonlySet<string> | null>;
  /** Names wanted of each entry of a related collection, by its plural name; null for all. */
  collection: ReadonlyMap<string, ReadonlySet<string> | null>;
}

/** The fields of each operation's resource, so that an unknown name is refused also where nothing was found; null: it returns none. */
const ownFields: Record<OperationName, readonly string[] | null> = {
  listWorkspaces: ['space_id', 'name', 'created_on', 'cover_image'],
  listTables: ['table_id', 'name', 'type', 'alias', 'space_id', 'created_on'],
  listRecords: ['item_id', 'title', 'created_on', 'created_by', 'updated_on', 'updated_by', 'fields'],
  updateRecords: null,
  getFiles: ['file_id', 'name', 'ref_id', 'ref_type', 'link', 'size', 'ext', 'filetype'],
  getAccessToken: ['access_token', 'expire'],
  getProviderKey: ['api_key', 'expire'],
  getProviderInfo: ['app_id', 'name', 'avatar'],
  getTableConfig: ['table_id', 'name', 'type', 'alias', 'space_id', 'created_on', 'fields'],
  getRecord: ['item_id', 'title', 'created_on', 'created_by', 'updated_on', 'updated_by', 'fields'],
  deleteRecords: null,
};

const everything: Returned = { own: null, single: new Map(), collection: new Map() };

/**
 * Reads the header of 4.1: names, `*`, `{"space":["*"]}`, `{"fields":[["a","b"]]}`, in an array or together in one object as PHP has them
 * (`{"0":"*","space":["*"]}`). What names nothing selects nothing.
 * @throws ServiceError when it is not JSON of that form, or names a field that the operation's resource does not have
 */
export function readReturned(headers: Headers, operation: OperationName): Returned {
  const text = headers.get(returnFieldsHeader);
  if (text === null || text.trim() === '') return everything;
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    throw refuse('is not valid JSON');
  }
  const names: string[] = [];
  const single = new Map<string, ReadonlySet<string> | null>();
  const collection = new Map<string, ReadonlySet<string> | null>();
  for (const entry of Array.isArray(value) ? value : [value]) {
    if (typeof entry === 'string') names.push(entry);
    else if (isJsonObject(entry)) {
      for (const [name, wanted] of Object.entries(entry)) {
        if (typeof wanted === 'string' && /^\d+$/.test(name)) names.push(wanted);
        else if (!Array.isArray(wanted)) throw refuse(`does not give an array for "${name}"`);
        else if (Array.isArray(wanted[0])) collection.set(name, namesOf(wanted[0]));
        else single.set(name, namesOf(wanted));
      }
    } else throw refuse('holds something that is neither a name nor an object');
  }
  if (names.length + single.size + collection.size === 0) return everything;
  const own = namesOf(names);
  const known = ownFields[operation];
  if (known !== null) refuseUnknown(own ?? new Set(), (name) => known.includes(name));
  return { own, single, collection };
}

/**
 * The resource with only the requested fields; `related` has the requested related resources, complete. The contract does not list related ones: a missing
 * one is omitted.
 * @throws ServiceError naming a field that a related resource does not have
 */
export function returned(wanted: Returned, resource: JsonObject, related: JsonObject = {}): JsonObject {
  const result = pick(resource, wanted.own);
  for (const [name, names] of wanted.single) {
    const value = related[name];
    if (isJsonObject(value)) result[name] = pick(value, names);
  }
  for (const [name, names] of wanted.collection) {
    const value = related[name];
    if (Array.isArray(value)) result[name] = value.map((entry) => (isJsonObject(entry) ? pick(entry, names) : entry));
  }
  return result;
}

/** @throws ServiceError naming a field that is not known */
export function refuseUnknown(names: ReadonlySet<string>, isKnown: (name: string) => boolean): void {
  for (const name of names) if (!isKnown(name)) throw refuse(`names the unknown field "${name}"`);
}

function pick(resource: JsonObject, names: ReadonlySet<string> | null): JsonObject {
  if (names === null) return { ...resource };
  refuseUnknown(names, (name) => Object.hasOwn(resource, name));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => names.has(name)));
}

function namesOf(names: readonly Json[]): ReadonlySet<string> | null {
  const known = names.map((name) => {
    const read = fieldIn(name);
    if (read === null) throw refuse('holds a field name that is not a string');
    return read;
  });
  return known.includes('*') ? null : new Set(known);
}

function refuse(reason: string): ServiceError {
  return new ServiceError('parameter', `the header ${returnFieldsHeader} ${reason}`);
}
