/** What the console must make of an answer, written down a second time from the contract: for each operation, and for the envelope around it. */
import type { ApiErrorKind } from '../../contract/errors';
import type { OperationName } from '../../contract/operations';
import { type Node, readNode, shortest, Unreadable, wholeDigits } from './test-reader';

export type Expected =
  | { data: unknown; traceId: string | null }
  | { error: ApiErrorKind; code: number | null; traceId: string | null };

/** Data that cannot be shown as what they should be. */
class Refused extends Error {
  override readonly name = 'Refused';
}

export function expectationOf(operation: OperationName, text: string): Expected {
  let body: Node;
  try {
    body = readNode(text);
  } catch (error) {
    if (error instanceof Unreadable) return { error: 'malformed', code: null, traceId: null };
    throw error;
  }
  const code = at(body, 'code');
  // A code of more than 53 bits is unknown in any case.
  const number = code?.is === 'number' ? innerOf(code) : null;
  if (typeof number !== 'number' || !Number.isInteger(number) || at(body, 'message')?.is !== 'text')
    return { error: 'malformed', code: null, traceId: null };
  const traceId = textOf(at(at(body, 'meta'), 'trace_id')) || null;
  if (number !== 0) return { error: number < 10000 ? 'system' : 'business', code: number, traceId };
  try {
    return { data: expected[operation](at(body, 'data')), traceId };
  } catch (error) {
    if (error instanceof Refused) return { error: 'malformed', code: 0, traceId };
    throw error;
  }
}

const expected: Record<OperationName, (data: Node | undefined) => unknown> = {
  listWorkspaces: (data) =>
    listOf(at(data, 'spaces'), (space) => ({
      space_id: idOf(at(space, 'space_id')),
      name: textOf(at(space, 'name')) ?? '',
      created_on: textOf(at(space, 'created_on')),
      cover_image: isThing(at(space, 'cover_image'))
        ? {
            source: textOf(at(at(space, 'cover_image'), 'source')),
            square: textOf(at(at(space, 'cover_image'), 'square')),
          }
        : null,
    })),
  listTables: (data) =>
    listOf(at(data, 'tables'), (table) => ({
      table_id: idOf(at(table, 'table_id')),
      name: textOf(at(table, 'name')) ?? '',
      type: textOf(at(table, 'type')) ?? '',
      alias: textOf(at(table, 'alias')) ?? '',
      space_id: idOr(at(table, 'space_id'), ''),
      created_on: textOf(at(table, 'created_on')),
    })),
  listRecords: (data) => ({
    items: listOf(at(data, 'items'), recordOf),
    total: countOf(at(data, 'total')),
    filtered: countOf(at(data, 'filtered')),
    has_more: flagOf(at(data, 'has_more')),
  }),
  updateRecords: () => null,
  deleteRecords: () => null,
  getFiles: (data) => {
    if (data?.is !== 'object') throw new Refused();
    return {
      success: optionalList(at(data, 'success'), fileOf),
      fail: optionalList(at(data, 'fail'), idOf),
    };
  },
  getAccessToken: (data) => ({ access_token: secretOf(at(data, 'access_token')), expire: secondsOf(data) }),
  getProviderKey: (data) => ({ api_key: secretOf(at(data, 'api_key')), expire: secondsOf(data) }),
  getProviderInfo: (data) => ({
    app_id: textOf(at(data, 'app_id')) ?? refuse(),
    name: textOf(at(data, 'name')) ?? '',
    avatar: textOf(at(data, 'avatar')) ?? '',
  }),
  getTableConfig: (data) => {
    const table = at(data, 'table');
    return {
      table_id: idOf(at(table, 'table_id')),
      name: textOf(at(table, 'name')) ?? '',
      fields: listOf(at(table, 'fields'), (field) => ({
        field_id: idOf(at(field, 'field_id')),
        name: textOf(at(field, 'name')) ?? '',
        field_type: textOf(at(field, 'field_type')) ?? '',
        required: flagOf(at(field, 'required')) ?? false,
        config: configOf(at(field, 'config')),
      })),
    };
  },
  getRecord: (data) => {
    if (data?.is !== 'object') throw new Refused();
    const item = at(data, 'item');
    return recordOf(item?.is === 'object' ? item : data);
  },
};

function refuse(): never {
  throw new Refused();
}

function at(node: Node | undefined, key: string): Node | undefined {
  return node?.is === 'object' ? node.entries.get(key) : undefined;
}

/** Where a key could be found if it were there; a number with more digits than a double has parts, too. */
function isThing(node: Node | undefined): boolean {
  if (node?.is === 'number') return typeof innerOf(node) === 'object';
  return node?.is === 'object' || node?.is === 'array';
}

function listOf<Entry>(node: Node | undefined, entry: (node: Node) => Entry): Entry[] {
  if (node?.is !== 'array') return refuse();
  return node.entries.map(entry);
}

function optionalList<Entry>(node: Node | undefined, entry: (node: Node) => Entry): Entry[] {
  return node === undefined || node.is === 'null' ? [] : listOf(node, entry);
}

function textOf(node: Node | undefined): string | null {
  return node?.is === 'text' ? node.value : null;
}

function flagOf(node: Node | undefined): boolean | null {
  return node?.is === 'boolean' ? node.value : null;
}

/** Text, or a whole number that is exact: the digits as they are meant. */
function idOf(node: Node | undefined): string {
  if (node?.is === 'text' && node.value !== '') return node.value;
  if (node?.is !== 'number') return refuse();
  const inner = innerOf(node);
  return typeof inner === 'bigint' || Number.isSafeInteger(inner) ? String(inner) : refuse();
}

function idOr<Other>(node: Node | undefined, other: Other): string | Other {
  try {
    return idOf(node);
  } catch {
    return other;
  }
}

function secretOf(node: Node | undefined): string {
  return textOf(node) || refuse();
}

function secondsOf(data: Node | undefined): number {
  const node = at(data, 'expire');
  const digits = node?.is === 'number' ? wholeDigits(node.source) : null;
  if (node?.is !== 'number' || digits === null) return refuse();
  return Number(digits) >= 0 && Number(digits) <= 366 * 24 * 3600 ? Number(node.source) : refuse();
}

function countOf(node: Node | undefined): number | null {
  if (node?.is !== 'number') return null;
  const digits = wholeDigits(node.source);
  return digits !== null && Number(digits) >= 0 && Number.isSafeInteger(Number(digits)) ? Number(node.source) : null;
}

/** A value as it lives inside: with all digits of its numbers. */
function innerOf(node: Node): unknown {
  switch (node.is) {
    case 'null':
      return null;
    case 'boolean':
    case 'text':
      return node.value;
    case 'number':
      return numberOf(node.source);
    case 'array':
      return node.entries.map(innerOf);
    case 'object':
      return objectOf([...node.entries].map(([key, entry]): [string, unknown] => [key, innerOf(entry)]));
  }
}

function numberOf(source: string): unknown {
  const double = Number(source);
  const isWhole = /^-?\d+$/.test(source);
  const { digits, behind } = shortest(source);
  const near = Number.isFinite(double) ? shortest(String(double)) : null;
  const isSame = near?.digits === digits && near.behind === behind;
  if (isWhole ? Number.isSafeInteger(double) : isSame) return double;
  const whole = wholeDigits(source);
  return whole === null ? { digits: BigInt(digits), scale: BigInt(behind) } : BigInt(whole);
}

function objectOf(entries: [string, unknown][]): object {
  return Object.fromEntries(entries);
}

function recordOf(node: Node): unknown {
  if (node.is !== 'object') return refuse();
  return {
    item_id: idOf(at(node, 'item_id')),
    title: textOf(at(node, 'title')),
    created_on: textOf(at(node, 'created_on')),
    created_by: userOf(at(node, 'created_by')),
    updated_on: textOf(at(node, 'updated_on')),
    updated_by: userOf(at(node, 'updated_by')),
    ...fieldsOf(at(node, 'fields')),
  };
}

function userOf(node: Node | undefined): unknown {
  if (node?.is !== 'object') return null;
  const user = {
    user_id: at(node, 'user_id')?.is === 'number' ? idOr(at(node, 'user_id'), null) : textOf(at(node, 'user_id')),
    name: textOf(at(node, 'name')),
    avatar: textOf(at(node, 'avatar')),
  };
  return Object.values(user).every((value) => value === null) ? null : user;
}

function fieldsOf(node: Node | undefined): object {
  if (node === undefined || node.is === 'null') return { fields: {} };
  if (node.is === 'object') return { fields: innerOf(node) };
  const values = new Map<string, unknown[]>();
  for (const entry of listOf(node, (each) => (each.is === 'object' ? each.entries : refuse()))) {
    for (const [key, value] of entry) values.set(key, [...(values.get(key) ?? []), innerOf(value)]);
  }
  const repeated = [...values].filter(([, all]) => all.length > 1);
  const fields = objectOf([...values].map(([key, [first]]): [string, unknown] => [key, first]));
  return repeated.length === 0 ? { fields } : { fields, repeated: objectOf(repeated) };
}

function fileOf(node: Node): unknown {
  const size = at(node, 'size');
  const link = Object.fromEntries(
    ['small', 'medium', 'large', 'square', 'source', 'download'].flatMap((kind) => {
      const address = textOf(at(at(node, 'link'), kind));
      return address === null ? [] : [[kind, address]];
    }),
  );
  return {
    file_id: idOf(at(node, 'file_id')),
    name: textOf(at(node, 'name')) ?? '',
    ref_id: idOr(at(node, 'ref_id'), null),
    ref_type: textOf(at(node, 'ref_type')),
    link,
    size: size?.is === 'number' && typeof innerOf(size) !== 'object' ? innerOf(size) : null,
    ext: textOf(at(node, 'ext')) ?? '',
    filetype: textOf(at(node, 'filetype')),
  };
}

/** All of it or nothing: an option or a related table that cannot be read would make a list that looks whole. */
function configOf(node: Node | undefined): object {
  const part = <Value>(key: string, read: (node: Node) => Value): object => {
    const value = at(node, key);
    return value === undefined ? {} : { [key]: read(value) };
  };
  try {
    return {
      ...part('options', (options) =>
        listOf(options, (option) => ({
          id: idOf(at(option, 'id')),
          name: textOf(at(option, 'name')) ?? '',
          color: textOf(at(option, 'color')),
        })),
      ),
      ...part('table_id', idOf),
      ...part('is_multi', (multi) => flagOf(multi) ?? refuse()),
    };
  } catch (error) {
    if (error instanceof Refused) return {};
    throw error;
  }
}
