import { readUpdateEvent } from '../../contract/events';
import type { ReceivedEvent } from '../../contract/gateway';
import { parseJson } from '../../contract/json';
import type { EventProof } from './proof';

/**
 * What a callback event says of a batch update; null when it is anything but the known result of one. The contract shows no payload (section 6), so whatever
 * is not understood is kept raw and says nothing.
 * @param trusting its environment is set to trust events, as nobody but the platform can send them; those of the embedded service, which never leave the
 * process that hands them over, are trusted anyway
 */
export function proofOfEvent(
  event: Pick<ReceivedEvent, 'encoding' | 'body' | 'own'>,
  trusting = false,
): EventProof | null {
  if (event.encoding !== 'text') return null;
  try {
    const update = readUpdateEvent(parseJson(event.body));
    if (!update) return null;
    const written = update.success.map(({ index, item_id, action }) => ({
      item_id,
      index,
      written: true,
      ...(action === null ? {} : { created: action === 'created' }),
      code: null,
      message: null,
    }));
    const failed = update.fail.map(({ index, item_id, code, reason }) => ({
      item_id,
      index,
      written: false,
      code,
      message: reason === '' ? null : reason,
    }));
    const { trace_id, table_id } = update;
    return { trace_id, table_id, trusted: trusting || event.own === true, rows: [...written, ...failed] };
  } catch {
    return null;
  }
}
