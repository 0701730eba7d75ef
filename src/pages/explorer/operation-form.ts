import type { HandCall } from '../../api/wire/send';
import { integerOfId, isIntegerId } from '../../contract/ids';
import { isJsonObject, type Json, parseJson } from '../../contract/json';
import { type BodyField, type Operation, type OperationName, operations } from '../../contract/operations';
import { updateTypes } from '../../contract/records';
import { tableTypes } from '../../contract/tables';

/** A field of an operation's form: a part of its path, or of its body. */
export interface FormField extends BodyField {
  place: 'path' | 'body';
  /** The only values that the contract knows. */
  choices: readonly string[] | null;
}

/** What is typed, by the field's name. */
export type FormTexts = Readonly<Record<string, string>>;

/** Why a text cannot be sent for its field. */
export type FieldProblem = 'required' | 'integer' | 'json' | 'object' | 'array' | 'strings' | 'integers' | 'objects';

const choices: Readonly<Partial<Record<OperationName, Readonly<Record<string, readonly string[]>>>>> = {
  listTables: { type: tableTypes },
  updateRecords: { update_type: updateTypes },
};

/** The fields of an operation as the contract lists them, those of its path first. */
export function fieldsOf(name: OperationName): FormField[] {
  const { path, body } = operations[name] as Operation<unknown, unknown>;
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, field = '']): FormField => {
    return { name: field, type: 'string', required: true, place: 'path', choices: null };
  });
  const inBody = body.map((field): FormField => {
    return { ...field, place: 'body', choices: choices[name]?.[field.name] ?? null };
  });
  return [...inPath, ...inBody];
}

/** Whether a field is written as JSON. */
export function isJsonField({ type }: BodyField): boolean {
  return type === 'object' || type.startsWith('array');
}

export type ReadField = { ok: true; value: Json | undefined } | { ok: false; problem: FieldProblem };

/** The JSON value of a text; undefined omits an optional field. Long integers stay exact. */
export function readField(field: BodyField, text: string): ReadField {
  if (text.trim() === '') return field.required ? { ok: false, problem: 'required' } : { ok: true, value: undefined };
  if (field.type === 'string') return { ok: true, value: text };
  if (field.type === 'integer') {
    const digits = text.trim();
    return isIntegerId(digits) ? { ok: true, value: integerOfId(digits) } : { ok: false, problem: 'integer' };
  }
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    return { ok: false, problem: 'json' };
  }
  const problem = problemOf(field.type, value);
  return problem === null ? { ok: true, value } : { ok: false, problem };
}

function problemOf(type: string, value: Json): FieldProblem | null {
  if (type === 'object') return isJsonObject(value) ? null : 'object';
  if (!Array.isArray(value)) return 'array';
  if (type === 'array of string') return value.every((entry) => typeof entry === 'string') ? null : 'strings';
  if (type === 'array of object') return value.every(isJsonObject) ? null : 'objects';
  const isInteger = (entry: Json) => typeof entry === 'bigint' || Number.isInteger(entry);
  return value.every(isInteger) ? null : 'integers';
}

export type ReadForm = { ok: true; call: HandCall } | { ok: false; problems: Readonly<Record<string, FieldProblem>> };

/** The call of a filled form, as in the contract's table. */
export function callOf(name: OperationName, texts: FormTexts): ReadForm {
  const operation = operations[name] as Operation<unknown, unknown>;
  const problems: Record<string, FieldProblem> = {};
  const body: Record<string, Json> = {};
  let { path } = operation;
  for (const field of fieldsOf(name)) {
    const read = readField(field, texts[field.name] ?? '');
    if (!read.ok) problems[field.name] = read.problem;
    else if (field.place === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(String(read.value)));
    else if (read.value !== undefined) body[field.name] = read.value;
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const { method, credential } = operation;
  const secrets = operation.body.filter((field) => field.secret).map((field) => field.name);
  return {
    ok: true,
    call: { operation: name, method, path, credential, secrets, ...(method === 'GET' ? {} : { body }) },
  };
}

/** The texts without those of secret fields: what may be kept. */
export function withoutSecrets(name: OperationName, texts: FormTexts): FormTexts {
  const secret = new Set(
    fieldsOf(name)
      .filter((field) => field.secret)
      .map((field) => field.name),
  );
  return Object.fromEntries(Object.entries(texts).filter(([field]) => !secret.has(field)));
}
