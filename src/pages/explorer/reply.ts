import { maskSecrets, maskText } from '../../api/wire/remove-credentials';
import type { HandCall, HandReply } from '../../api/wire/send';
import { authorizationHeader, authorizationValue, returnFieldsHeader } from '../../contract/calls';
import { kindOfCode } from '../../contract/envelope';
import { formatJson } from '../../contract/json';
import { secretNames } from './request-form';

/** What a reply is by the contract: judged by its envelope, never by the HTTP status (2.1). */
export type Judgement = 'success' | 'system' | 'business' | 'malformed';

export function judge({ envelope }: Pick<HandReply, 'envelope'>): Judgement {
  if (envelope === null) return 'malformed';
  return envelope.code === 0 ? 'success' : kindOfCode(envelope.code);
}

const secretValue = new RegExp(`("(?:${secretNames.join('|')})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)+"`, 'g');

/** A response's text with keys and tokens masked; everything else is unchanged. */
export function maskReply(text: string): { text: string; masked: boolean } {
  const masked = text.replace(secretValue, `$1"${maskText}"`);
  return { text: masked, masked: masked !== text };
}

/**
 * The request as sent, with secrets masked.
 * @param lastFour of the key that is sent; null if there is none
 */
export function requestText(
  { method, path, body, credential, secrets, returnFields }: HandCall,
  lastFour: string | null,
): string {
  const lines = [`${method} ${path}`];
  if (credential === 'header' && lastFour !== null)
    lines.push(`${authorizationHeader}: ${authorizationValue(`${maskText}${lastFour}`)}`);
  if (returnFields !== undefined) lines.push(`${returnFieldsHeader}: ${returnFields}`);
  if (body !== undefined)
    lines.push('Content-Type: application/json', '', formatJson(maskSecrets(body, secrets ?? [])));
  return lines.join('\n');
}
