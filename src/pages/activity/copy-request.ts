import type { ActivityEntry } from '../../api/wire/activity';
import { maskText } from '../../api/wire/remove-credentials';
import { authorizationHeader, authorizationValue, environmentBase, returnFieldsHeader } from '../../contract/calls';

type Copied = Pick<ActivityEntry, 'environment' | 'method' | 'path' | 'withKey' | 'returnFields' | 'body'>;

/** Name of the shell variable for the key; the key itself is never copied. */
const keyVariable = 'API_KEY';

/** A field whose value was a secret, in the body as it was recorded. */
const maskedField = new RegExp(`"((?:[^"\\\\]|\\\\.)*)":"${maskText}"`, 'g');

/** `app_secret` → `APP_SECRET`. */
function variableOf(field: string): string {
  return field.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

/** Shell variables that a copied request needs: the key's, and one for each secret of the body. */
export function variablesOf({ withKey, body }: Copied): string[] {
  const fields = Array.from((body ?? '').matchAll(maskedField), ([, field = '']) => variableOf(field));
  return [...new Set([...(withKey ? [keyVariable] : []), ...fields])];
}

/** Any text quoted as one word for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A request as a command for a POSIX shell: the absolute address through this gateway, the key as `$API_KEY`, each other secret as a variable of its
 * field's name. The body is the text that was sent.
 */
export function curlOf(entry: Copied, origin: string): string {
  const { method, withKey, returnFields, body } = entry;
  const parts = [`curl -X ${method} ${shellQuoted(addressOf(entry, origin))}`];
  if (withKey) parts.push(`-H "${authorizationHeader}: ${authorizationValue(`$${keyVariable}`)}"`);
  if (body !== null) parts.push(`-H 'Content-Type: application/json'`);
  if (returnFields !== null) parts.push(`-H ${shellQuoted(`${returnFieldsHeader}: ${returnFields}`)}`);
  if (body !== null) {
    const quoted = shellQuoted(body).replace(maskedField, (_all, field: string) => {
      // Out of the single quotes, into double ones for the variable, and back.
      return `"${field}":"'"$${variableOf(field)}"'"`;
    });
    parts.push(`--data-raw ${quoted}`);
  }
  return parts.join(' \\\n  ');
}

/** The same request as JavaScript; `$API_KEY` and its like are texts to be replaced. The body stays a text, so that long integers stay exact. */
export function fetchOf(entry: Copied, origin: string): string {
  const { method, withKey, returnFields, body } = entry;
  const headers: [string, string][] = [];
  if (withKey) headers.push([authorizationHeader, authorizationValue(`$${keyVariable}`)]);
  if (body !== null) headers.push(['Content-Type', 'application/json']);
  if (returnFields !== null) headers.push([returnFieldsHeader, returnFields]);
  const lines = [`  method: ${JSON.stringify(method)},`];
  if (headers.length > 0) {
    lines.push('  headers: {');
    for (const [name, value] of headers) lines.push(`    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
    lines.push('  },');
  }
  if (body !== null) {
    const text = body.replace(maskedField, (_all, field: string) => `"${field}":"$${variableOf(field)}"`);
    lines.push(`  body: ${JSON.stringify(text)},`);
  }
  return `await fetch(${JSON.stringify(addressOf(entry, origin))}, {\n${lines.join('\n')}\n});`;
}

function addressOf({ environment, path }: Copied, origin: string): string {
  return origin + environmentBase(environment) + path;
}
