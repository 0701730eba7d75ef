import { type BatchEvent, batchEvents, readBatchEvent } from '../../contract/events';
import type { Id } from '../../contract/ids';
import type { ReceivedEvent } from '../../contract/inbox';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../contract/json';

/** What is known of an event from its body. The contract shows no payload (section 6): everything here is read, nothing is assumed. */
export interface EventFacts {
  form: 'json' | 'encrypted' | 'text' | 'binary';
  /** The parsed body; undefined where it is not JSON. */
  json: Json | undefined;
  /** The body's own word for its type, and its key; null if it has none. */
  kind: { word: string; key: string } | null;
  /** Texts at a key `trace_id`, wherever in the body. */
  traceIds: readonly string[];
  tableId: Id | null;
  spaceId: Id | null;
  /** Values at a key `item_id` or in `item_ids`, at most `recordIdsMax`. */
  recordIds: readonly Id[];
  /** The result of a batch update or delete, where the body is one. */
  batch: BatchEvent | null;
}

/** What a batch did with the records it reports as done: the key of its words. */
export function doneBy({ event }: Pick<BatchEvent, 'event'>): 'written' | 'deleted' {
  return event === batchEvents.delete ? 'deleted' : 'written';
}

const recordIdsMax = 1000;
/** An event is a small thing; what is nested deeper than this is shown and not searched for ids. */
const depthMax = 12;
const kindKeys = ['event', 'event_type', 'event_name', 'type', 'action', 'kind'] as const;
/** Objects in which webhook senders put such a word. */
const kindParents = ['header', 'meta', 'event', 'data'] as const;

const read = new WeakMap<ReceivedEvent, EventFacts>();

/** Facts of an event; each is read once. */
export function factsOf(event: ReceivedEvent): EventFacts {
  const known = read.get(event) ?? readFacts(event);
  read.set(event, known);
  return known;
}

function readFacts({ body, encoding }: ReceivedEvent): EventFacts {
  const nothing = {
    json: undefined,
    kind: null,
    traceIds: [],
    tableId: null,
    spaceId: null,
    recordIds: [],
    batch: null,
  };
  if (encoding === 'base64') return { ...nothing, form: 'binary' };
  let json: Json;
  try {
    json = parseJson(body);
  } catch {
    return { ...nothing, form: 'text' };
  }
  if (isJsonObject(json) && typeof json.encrypted === 'string') return { ...nothing, json, form: 'encrypted' };
  const found = {
    trace_id: new Set<string>(),
    table_id: new Set<Id>(),
    space_id: new Set<Id>(),
    item_id: new Set<Id>(),
  };
  collect(json, found, 0);
  return {
    form: 'json',
    json,
    kind: isJsonObject(json) ? kindOf(json) : null,
    traceIds: [...found.trace_id],
    // Two tables in one event: which one a record belongs to is unknown.
    tableId: onlyOne(found.table_id),
    spaceId: onlyOne(found.space_id),
    recordIds: [...found.item_id].slice(0, recordIdsMax),
    batch: readBatchEvent(json),
  };
}

function kindOf(json: JsonObject): EventFacts['kind'] {
  for (const key of kindKeys) {
    const word = json[key];
    if (typeof word === 'string' && word !== '') return { word, key };
  }
  for (const parent of kindParents) {
    const inner = json[parent];
    const kind = isJsonObject(inner) ? kindOf(inner) : null;
    if (kind !== null) return { word: kind.word, key: `${parent}.${kind.key}` };
  }
  return null;
}

type Found = Record<'trace_id' | 'table_id' | 'space_id' | 'item_id', Set<string>>;

function collect(value: Json, found: Found, depth: number): void {
  if (depth > depthMax || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, found, depth + 1);
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'trace_id' || key === 'table_id' || key === 'space_id' || key === 'item_id') add(found[key], entry);
    else if (key === 'item_ids' && Array.isArray(entry)) for (const id of entry) add(found.item_id, id);
    else collect(entry, found, depth + 1);
  }
}

function add(ids: Set<string>, value: Json): void {
  if (typeof value === 'string' && value !== '') ids.add(value);
  else if (typeof value === 'bigint' || Number.isInteger(value)) ids.add(String(value));
}

function onlyOne(ids: ReadonlySet<Id>): Id | null {
  const [first = null] = ids;
  return ids.size === 1 ? first : null;
}
