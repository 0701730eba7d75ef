import { readUpdateEvent } from '../contract/events';
import type { ReceivedEvent } from '../contract/gateway';
import { parseJson } from '../contract/json';
import type { EventProof } from './proof';

/**
 * What a callback event proves; null when it is anything but the known result of a batch update. The contract shows no payload (section 6), so whatever
 * is not understood is kept raw and proves nothing.
 */
export function proofOfEvent(event: Pick<ReceivedEvent, 'encoding' | 'body'>): EventProof | null {
  if (event.encoding !== 'text') return null;
  try {
    const update = readUpdateEvent(parseJson(event.body));
    if (!update) return null;
    const written = update.success.map(({ index, item_id, action }) => ({
      item_id,
      index,
      written: true,
      created: action === 'created',
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
    return { trace_id: update.trace_id, rows: [...written, ...failed] };
  } catch {
    return null;
  }
}
