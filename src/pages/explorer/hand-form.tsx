import { useTranslations } from 'use-intl';
import type { HandCall } from '../../api/wire/send';
import { formatAsciiJson, formatJson, isJsonObject, type Json, parseJson } from '../../contract/json';
import { type OperationName, operations, routeAt } from '../../contract/operations';
import { Checkbox } from '../../ui/form/checkbox';
import { Select } from '../../ui/form/select';
import { TextArea } from '../../ui/form/text-area';
import { TextField } from '../../ui/form/text-field';
import styles from './explorer.module.css';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
type Method = (typeof methods)[number];

/** Every path of the open API begins so (section 9). */
const pathPrefix = '/openapi/v1/';

/** A call to any path, as it is typed (4.10 names operations without paths). */
export interface HandForm {
  method: Method;
  /** After `pathPrefix`. */
  path: string;
  /** JSON text; empty sends no body. */
  body: string;
  withKey: boolean;
}

export const emptyHandForm: HandForm = { method: 'POST', path: '', body: '{}', withKey: true };

type PathProblem = 'required' | 'trailing-slash' | 'not-exact';
export type ReadHandForm = { ok: true; call: HandCall } | { ok: false; path: PathProblem | null; body: 'json' | null };

/** Names of every secret that the contract knows in a body. */
export const secretNames: readonly string[] = [
  ...new Set(
    Object.values(operations).flatMap(({ body }) => body.filter(({ secret }) => secret).map(({ name }) => name)),
  ),
];

/** The operation of the table that a method and path belong to, if any. */
export function operationAt(method: string, path: string): OperationName | null {
  const [bare = ''] = path.split('?');
  return routeAt(method, bare)?.name ?? null;
}

/** Whether a call may change data: a known operation defines it; of an unknown path only GET counts as a read. */
export function mayWrite(method: string, path: string): boolean {
  const known = operationAt(method, path);
  return known === null ? method !== 'GET' : operations[known].write;
}

/** The custom call. Paths stay below `/openapi/v1` and are sent unchanged; addresses never end with `/` (4.1). */
export function readHandForm({ method, path: typed, body: text, withKey }: HandForm): ReadHandForm {
  const path = pathPrefix + typed;
  const pathProblem = problemOf(typed, path);
  let body: Json | undefined;
  let bodyProblem: 'json' | null = null;
  if (method !== 'GET' && text.trim() !== '') {
    try {
      body = parseJson(text);
    } catch {
      bodyProblem = 'json';
    }
  }
  if (pathProblem !== null || bodyProblem !== null) return { ok: false, path: pathProblem, body: bodyProblem };
  const known = operationAt(method, path);
  // Provider operations never carry the header (5.2), ticked or not.
  const bodyOnly = known !== null && operations[known].credential === 'body';
  return {
    ok: true,
    call: {
      ...(known === null ? {} : { operation: known }),
      method,
      path,
      body,
      credential: withKey && !bodyOnly ? 'header' : 'none',
      secrets: secretNames,
    },
  };
}

function problemOf(typed: string, path: string): PathProblem | null {
  if (typed === '') return 'required';
  if (typed.endsWith('/')) return 'trailing-slash';
  try {
    const url = new URL(path, 'http://console.invalid');
    // What a browser would change (dots, backslashes, spaces) is not what was typed.
    return url.pathname + url.search === path ? null : 'not-exact';
  } catch {
    return 'not-exact';
  }
}

/** The form without secrets in its body: what may be kept. */
export function handFormWithoutSecrets(form: HandForm): HandForm {
  try {
    const body = parseJson(form.body);
    if (!isJsonObject(body) || !secretNames.some((name) => name in body)) return form;
    return {
      ...form,
      body: formatJson(Object.fromEntries(Object.entries(body).filter(([name]) => !secretNames.includes(name)))),
    };
  } catch {
    return form;
  }
}

export type ReadReturnFields = { ok: true; header: string | undefined } | { ok: false };

/** The value of `X-Service-Return-Fields` for a typed JSON text: ASCII, everything else as JSON escapes (4.1). Empty sends no header. */
export function readReturnFields(text: string): ReadReturnFields {
  if (text.trim() === '') return { ok: true, header: undefined };
  try {
    return { ok: true, header: formatAsciiJson(parseJson(text)) };
  } catch {
    return { ok: false };
  }
}

interface HandFieldsProps {
  form: HandForm;
  onChange: (form: HandForm) => void;
  problems: { path: PathProblem | null; body: 'json' | null };
  tried: boolean;
}

/** Any method, path and body below `/openapi/v1`. */
export function HandFields({ form, onChange, problems, tried }: HandFieldsProps) {
  const t = useTranslations('explorer');
  const showsPath = problems.path !== null && (problems.path === 'required' ? tried : true);
  return (
    <>
      <div className={styles.address}>
        <Select
          label={t('method')}
          value={form.method}
          onChange={(method) => onChange({ ...form, method })}
          options={methods.map((method) => ({ value: method, label: method }))}
        />
        <TextField
          label={t('path')}
          mono
          value={form.path}
          onChange={(path) =>
            onChange({ ...form, path: path.startsWith(pathPrefix) ? path.slice(pathPrefix.length) : path })
          }
          icon={<span className="mono dim">{pathPrefix}</span>}
          error={showsPath && problems.path !== null ? t(`pathProblem.${problems.path}`) : undefined}
        />
      </div>
      {form.method === 'GET' ? (
        <p className="dim">{t('bodyless')}</p>
      ) : (
        <TextArea
          label={t('body')}
          mono
          rows={7}
          value={form.body}
          onChange={(body) => onChange({ ...form, body })}
          hint={t('bodyHint')}
          error={problems.body === null ? undefined : t('problem.json')}
        />
      )}
      <Checkbox label={t('withKey')} checked={form.withKey} onChange={(withKey) => onChange({ ...form, withKey })} />
    </>
  );
}
