import { readUpdateEvent } from '../../contract/events';
import { parseJson } from '../../contract/json';

/** What a pasted text is, before it goes into the inbox. */
export type PastedEvent =
  | { kind: 'nothing' }
  | { kind: 'no-json' }
  /** The result of a batch update: proof for the call with this trace id. */
  | { kind: 'proof'; traceId: string; written: number; refused: number }
  /** JSON of another kind: kept and shown, proves nothing here (section 6 shows no payload). */
  | { kind: 'other' };

/** The most that the gateway takes as one event. */
export const pastedCharactersMax = 500_000;

/** Reads a text that somebody copied from where the platform's callback went. */
export function readPasted(text: string): PastedEvent {
  if (text.trim() === '') return { kind: 'nothing' };
  try {
    const update = readUpdateEvent(parseJson(text));
    if (!update) return { kind: 'other' };
    return { kind: 'proof', traceId: update.trace_id, written: update.success.length, refused: update.fail.length };
  } catch {
    return { kind: 'no-json' };
  }
}
