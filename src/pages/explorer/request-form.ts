import type { HandCall } from '../../api/wire/send';
import { integerOfId } from '../../contract/ids';
import { formatAsciiJson, formatJson, isJsonObject, type Json, type JsonObject, parseJson } from '../../contract/json';
import { type BodyField, operationDocs } from '../../contract/operation-docs';
import { type Operation, type OperationName, operations, routeAt } from '../../contract/operations';
import { byHand } from '../../url/paths';

export const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
type Method = (typeof methods)[number];

/** Every path of the open API begins so (section 9). */
export const pathPrefix = '/openapi/v1/';

/** A request to any path, as it is typed. */
export interface RequestForm {
  method: Method;
  /** After `pathPrefix`. */
  path: string;
  /** JSON text; empty sends no body. */
  body: string;
  /** Secret fields of the body, by name: typed masked. */
  secrets: Readonly<Record<string, string>>;
  withKey: boolean;
  /** JSON text of `X-Service-Return-Fields` (4.1); empty sends no header. */
  returnFields: string;
}

/** What a form begins with: an operation, or any other path (4.10 names operations without one). */
export type FormStart = OperationName | typeof byHand;

const emptyForm: RequestForm = { method: 'POST', path: '', body: '{}', secrets: {}, withKey: true, returnFields: '' };

/** The form of an operation: its path, and its required fields. @param ids known ones, by the name of the field that takes them */
export function formOf(start: FormStart, ids: Readonly<Record<string, string | undefined>> = {}): RequestForm {
  if (start === byHand) return emptyForm;
  const { method, path, credential } = operations[start];
  const required = fieldsOf(start).plain.filter((field) => field.required);
  return {
    ...emptyForm,
    method,
    path: path.slice(pathPrefix.length).replace(/\{(\w+)\}/g, (unfilled, name: string) => ids[name] ?? unfilled),
    body: formatJson(Object.fromEntries(required.map((field) => [field.name, exampleOf(field, ids[field.name])])), 2),
    withKey: credential === 'header',
  };
}

/** A value of each type, and of fields for which the contract knows better ones. */
const examples: Readonly<Record<string, Json>> = {
  string: '',
  integer: 0,
  object: {},
  type: 'ext',
  update_type: 'update',
  items: [{ item_id: '', fields: {} }],
};

function exampleOf({ name, type }: BodyField, id: string | undefined): Json {
  if (id !== undefined) return type === 'integer' ? integerOfId(id) : id;
  return examples[name] ?? examples[type] ?? [];
}

/** Names of every secret that the contract knows in a body. */
export const secretNames: readonly string[] = [
  ...new Set((Object.keys(operations) as OperationName[]).flatMap((name) => fieldsOf(name).secrets)),
];

/** The fields in the body of an operation, those that are secret by their name. */
export function fieldsOf(name: OperationName): { plain: BodyField[]; secrets: readonly string[] } {
  const { secrets = [] } = operations[name] as Operation<never, unknown>;
  return { plain: operationDocs[name].body.filter((field) => !secrets.includes(field.name)), secrets };
}

/** The operation that a method and a path belong to, if any. */
export function operationAt(method: string, path: string): OperationName | null {
  const [bare = ''] = path.split('?');
  return routeAt(method, bare)?.name ?? null;
}

/** Whether a call may change data: a known operation defines it; of an unknown path only GET counts as a read. */
export function mayWrite(method: string, path: string): boolean {
  const known = operationAt(method, path);
  return known === null ? method !== 'GET' : operations[known].write;
}

export interface FormProblems {
  path: 'required' | 'unfilled' | 'trailing-slash' | 'not-exact' | null;
  body: 'json' | 'object' | null;
  returnFields: 'json' | null;
}

export type ReadForm = { ok: true; call: HandCall } | { ok: false; problems: FormProblems };

/** The request of a form. Paths stay below `/openapi/v1` and are sent unchanged; addresses never end with `/` (4.1). */
export function readForm({ method, path: typed, body: text, secrets, withKey, returnFields }: RequestForm): ReadForm {
  const path = pathPrefix + typed;
  const known = operationAt(method, path);
  const filled = Object.entries(secrets).filter(
    ([name, value]) => value !== '' && known !== null && fieldsOf(known).secrets.includes(name),
  );
  const written = jsonOf(method === 'GET' ? '' : text);
  const fields = jsonOf(returnFields);
  const hasFields = written?.value === undefined || isJsonObject(written.value);
  const problems: FormProblems = {
    path: pathProblemOf(typed, path),
    body: written === null ? 'json' : filled.length > 0 && !hasFields ? 'object' : null,
    returnFields: fields === null ? 'json' : null,
  };
  if (Object.values(problems).some((problem) => problem !== null)) return { ok: false, problems };
  const plain = written?.value;
  const body = filled.length > 0 ? { ...(plain as JsonObject | undefined), ...Object.fromEntries(filled) } : plain;
  // Provider operations never carry the header (5.2), ticked or not.
  const bodyOnly = known !== null && operations[known].credential === 'body';
  return {
    ok: true,
    call: {
      ...(known === null ? {} : { operation: known }),
      ...{ method, path, body, secrets: secretNames },
      credential: withKey && !bodyOnly ? 'header' : 'none',
      // ASCII, everything else as JSON escapes (4.1).
      ...(fields?.value === undefined ? {} : { returnFields: formatAsciiJson(fields.value) }),
    },
  };
}

/** The value of a JSON text, undefined of an empty one; null where it is no JSON. */
function jsonOf(text: string): { value: Json | undefined } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
}

function pathProblemOf(typed: string, path: string): FormProblems['path'] {
  if (typed === '') return 'required';
  if (/\{\w+\}/.test(typed)) return 'unfilled';
  if (typed.endsWith('/')) return 'trailing-slash';
  try {
    const url = new URL(path, 'http://console.invalid');
    // What a browser would change (dots, backslashes, spaces) is not what was typed.
    return url.pathname + url.search === path ? null : 'not-exact';
  } catch {
    return 'not-exact';
  }
}

/** The form without secrets: what may be kept. */
export function withoutSecrets(form: RequestForm): RequestForm {
  const kept = { ...form, secrets: {} };
  const body = jsonOf(form.body)?.value;
  if (!isJsonObject(body) || !secretNames.some((name) => name in body)) return kept;
  const plain = Object.entries(body).filter(([name]) => !secretNames.includes(name));
  return { ...kept, body: formatJson(Object.fromEntries(plain)) };
}
