/** The audit log: a line for each write before it is sent, and one with how many and the outcome; never a value. */
import { createHash } from 'node:crypto';
import { authorizationHeader } from '../../../contract/calls';
import { PLATFORM_ANSWER_HEADER } from '../../../contract/gateway';
import { isJsonObject, type Json, parseJson } from '../../../contract/json';
import { createJsonScan, type JsonScan } from '../../service/http/json-scan';
import { operationAt } from '../proxy/api-rules';
import { type Facts, loggedCall } from './log';

/** Whether a call may change data: as the contract defines its operation; unknown operations do unless they are reads. */
export function isWrite(method: string, path: string): boolean {
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return false;
  return operationAt(method, path)?.write ?? true;
}

/** What is looked for in the body of a write: the table, the kind of update and the number of records. */
export const createAuditScan = (): JsonScan => createJsonScan(['table_id', 'update_type', 'items', 'item_ids']);

/** Who sends what, as far as it is known before its body. */
export function callFacts(request: Request): Facts {
  return { who: fingerprint(request.headers.get(authorizationHeader)), call: loggedCall(request) };
}

/**
 * @param path of the call, from `/openapi/v1/` on, without search
 * @param body of the request, as far as it was read
 * @param answer undefined if there is none
 */
export async function outcomeFacts(
  method: string,
  path: string,
  body: JsonScan,
  answer: Response | undefined,
): Promise<Facts> {
  const isDelete = operationAt(method, path)?.name === 'deleteRecords';
  return {
    table: wordOf(body.scalar('table_id'), /^\d{1,20}$/),
    type: isDelete ? 'delete' : wordOf(body.scalar('update_type'), /^[a-z_]{1,20}$/),
    records: body.length(isDelete ? 'item_ids' : 'items'),
    status: answer?.status,
    answer: answer && (await outcomeOf(answer)),
  };
}

/** The same for the same key, without revealing it: the first 12 digits of its SHA-256, so that a key's owner can find its lines. */
function fingerprint(authorization: string | null): string {
  const key = authorization?.replace(/^Bearer +/i, '').trim();
  return key ? createHash('sha256').update(key).digest('hex').slice(0, 12) : 'no-key';
}

/** An ID or a word of the contract: anything else in its place is a value. */
function wordOf(value: Json | undefined, form: RegExp): string | undefined {
  const text = typeof value === 'object' ? '' : String(value ?? '');
  return form.test(text) ? text : undefined;
}

/** The platform's code, or the gateway's own reason for having none. */
async function outcomeOf(answer: Response): Promise<string | undefined> {
  if (answer.headers.has('transfer-encoding')) return undefined;
  const copy = answer.clone();
  // A cut-off response is the caller's matter; the line has only its status.
  const said = jsonOf(await copy.text().catch(() => ''));
  if (!isJsonObject(said)) return undefined;
  if (answer.headers.has(PLATFORM_ANSWER_HEADER)) return wordOf(said.code, /^-?\d{1,20}$/);
  return isJsonObject(said.gateway) ? wordOf(said.gateway.error, /^[a-z-]{1,30}$/) : undefined;
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
