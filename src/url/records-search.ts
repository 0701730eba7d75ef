import { type Filter, readFilter } from '../contract/filter';
import type { Id } from '../contract/ids';
import { formatJson, isJsonObject, type Json, parseJson } from '../contract/json';
import type { Order } from '../contract/records';

/** A column of an address made for sharing, with what was chosen for it. */
export interface SharedColumn {
  id: string;
  /** In px. */
  width?: number;
  pin?: 'start' | 'end';
  name?: string;
  /** The name of a type; whether there is such a one is for the page to see. */
  kind?: string;
}

/** What the address of the records page holds; `filter` and `order` are the API's own JSON (4.4). */
export interface RecordsSearch {
  filter: Filter | null;
  /** Replaces a filter too long for an address: the name under which this browser stores it. */
  kept: string | null;
  order: Order | null;
  /** The record that is open in the panel. */
  record: Id | null;
  /** The field of that record whose cell is linked to, until the query changes. */
  field: string | null;
  /** Columns to show, in this order: only in an address made for sharing. */
  columns: SharedColumn[] | null;
}

/** A parameter that could not be read: it is ignored, and reported. */
export interface SearchProblem {
  parameter: 'filter' | 'kept' | 'order' | 'columns';
  /** What is wrong with it, and for a filter where; `not-here` for a kept filter that this browser does not have. */
  reason: string;
}

export interface ParsedRecordsSearch {
  search: RecordsSearch;
  problems: SearchProblem[];
}

/** Longest address part that every browser, proxy and chat supports; the page reports a longer filter. */
export const addressBytesMax = 8 * 1024;

/** Reads the search part of a records address; inverse of `formatRecordsSearch`. Never fails: see `problems`. */
export function parseRecordsSearch(source: URLSearchParams | string): ParsedRecordsSearch {
  const parameters = new URLSearchParams(source);
  const problems: SearchProblem[] = [];
  const read = <T>(parameter: SearchProblem['parameter'], judge: (json: Json) => T): T | null => {
    const text = parameters.get(parameter);
    if (text === null || text === '') return null;
    try {
      return judge(parseJson(text));
    } catch (error) {
      problems.push({ parameter, reason: error instanceof Error ? error.message : String(error) });
      return null;
    }
  };
  return {
    search: {
      filter: read('filter', filterOf),
      kept: keptName(parameters.get('kept'), problems),
      order: read('order', orderOf),
      record: parameters.get('record') || null,
      field: (parameters.get('record') && parameters.get('field')) || null,
      columns: read('columns', columnsOf),
    },
    problems,
  };
}

/** The search part of a records address, without `?`; what is not set stays out. */
export function formatRecordsSearch({ filter, kept, order, record, field, columns }: Partial<RecordsSearch>): string {
  const parameters = new URLSearchParams();
  if (filter) parameters.set('filter', formatJson(filter));
  if (kept && !filter) parameters.set('kept', kept);
  if (order) parameters.set('order', formatJson({ field_id: order.field_id, type: order.type }));
  if (record) parameters.set('record', record);
  if (record && field) parameters.set('field', field);
  if (columns) parameters.set('columns', formatJson(columns.map(columnJson)));
  return parameters.toString();
}

function filterOf(json: Json): Filter {
  const result = readFilter(json);
  if (result.ok) return result.filter;
  throw new SyntaxError(result.path === '' ? result.reason : `${result.path}: ${result.reason}`);
}

const keptPattern = /^[0-9a-z]{4,20}$/;

function keptName(name: string | null, problems: SearchProblem[]): string | null {
  if (name === null || name === '') return null;
  if (keptPattern.test(name)) return name;
  problems.push({ parameter: 'kept', reason: 'not a name that this console gives' });
  return null;
}

/** The order of unknown JSON. @throws SyntaxError saying what is wrong with it */
export function orderOf(json: Json): Order {
  if (!isJsonObject(json) || typeof json.field_id !== 'string' || json.field_id === '') {
    throw new SyntaxError('no "field_id"');
  }
  if (json.type !== 'asc' && json.type !== 'desc') throw new SyntaxError('"type" is neither "asc" nor "desc"');
  return { field_id: json.field_id, type: json.type };
}

function columnsOf(json: Json): SharedColumn[] {
  if (Array.isArray(json)) {
    const columns = json.map(sharedColumn);
    if (columns.every((column) => column !== null)) return columns;
  }
  throw new SyntaxError('not an array of field ids');
}

/** A field ID, or an object with one; its other entries are used as far as they are understood. */
function sharedColumn(json: Json): SharedColumn | null {
  if (typeof json === 'string') return { id: json };
  if (!isJsonObject(json) || typeof json.id !== 'string') return null;
  const { id, width, pin, name, kind } = json;
  return {
    id,
    ...(typeof width === 'number' && Number.isFinite(width) ? { width } : {}),
    ...(pin === 'start' || pin === 'end' ? { pin } : {}),
    ...(typeof name === 'string' && name.trim() !== '' ? { name } : {}),
    ...(typeof kind === 'string' && kind !== '' ? { kind } : {}),
  };
}

/** A column without settings is only its field ID. */
function columnJson(column: SharedColumn): Json {
  const { id, ...rest } = column;
  return Object.keys(rest).length === 0 ? id : { ...column };
}
