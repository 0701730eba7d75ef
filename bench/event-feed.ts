import { type UpdateEvent, updateEventName } from '../src/contract/events';
import type { EventLine, Inbox } from '../src/contract/inbox';
import { isJsonObject, parseJson } from '../src/contract/json';
import type { InboxHandlers } from '../src/server/gateway/inbox/inbox';
import { spaceId } from './synthetic-service';

/** The environment whose events come, and are trusted; the others of the bench have no inbox. */
export const toldEnvironment = 'told';

/** Callback events of the bench's writes, passed to listeners as soon as a call has its response. None is stored. */
export function createEventFeed() {
  const listeners = new Set<(line: EventLine) => void>();
  let events = 0;

  function tell({ trace_id, table_id, ids }: { trace_id: string; table_id: string; ids: readonly string[] }): void {
    events += 1;
    const success = ids.map((item_id, index) => ({ index, item_id, action: 'updated' as const }));
    const about = { space_id: spaceId, finished_on: null, success, fail: [] };
    const event: UpdateEvent = { event: updateEventName, trace_id, table_id, ...about };
    const common = { contentType: 'application/json', headers: {}, encoding: 'text' as const };
    const line = { id: events, receivedAt: new Date().toISOString(), ...common, body: JSON.stringify(event) };
    for (const listener of listeners) listener({ event: line });
  }

  const inbox: Pick<InboxHandlers, 'open' | 'events' | 'stream'> = {
    async open(request) {
      const body = parseJson(await request.text());
      if (!isJsonObject(body) || body.environment !== toldEnvironment) return new Response(null, { status: 404 });
      const answer: Inbox = { address: new URL('/callback', request.url).href, inbox: 'bench', token: 'bench' };
      return Response.json(answer);
    },
    events: async () => Response.json({ events: [], more: false }),
    async stream() {
      const encoder = new TextEncoder();
      let stop = (): void => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const hear = (line: EventLine): void => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
          listeners.add(hear);
          stop = () => void listeners.delete(hear);
          hear({ heartbeat: new Date().toISOString() });
        },
        cancel: () => stop(),
      });
      return new Response(body, {
        headers: { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' },
      });
    },
  };

  return {
    inbox,
    /** A write and its response, until its event arrives; without a listener the response only. */
    async told(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
      if (listeners.size === 0) return answer(request);
      const sent = parseJson(await request.clone().text());
      const answered = await answer(request);
      const { meta } = parseJson(await answered.clone().text()) as { meta: { trace_id: string } };
      if (isJsonObject(sent) && Array.isArray(sent.items)) {
        const ids = sent.items.flatMap((item) => (isJsonObject(item) ? [String(item.item_id)] : []));
        const event = { trace_id: meta.trace_id, table_id: String(sent.table_id), ids };
        setTimeout(() => tell(event), 0);
      }
      return answered;
    },
  };
}
