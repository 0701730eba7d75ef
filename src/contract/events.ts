import * as v from 'valibot';
import { idSchema } from './ids';

/** The `event` words of the result of a batch update, and of a batch delete, as the embedded service sends them. */
export const batchEvents = { update: 'dw_item.batch_update', delete: 'dw_item.batch_delete' } as const;

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

const successSchema = v.object({
  /** Place of the item in the call, from 0. */
  index,
  item_id: idSchema,
  /** What was done; null where the event does not say. */
  action: v.fallback(v.nullable(v.picklist(['updated', 'created', 'deleted'])), null),
});

const failSchema = v.object({
  index,
  /** As it was sent; null when it was empty. */
  item_id: v.fallback(v.nullable(idSchema), null),
  reason: v.fallback(v.string(), ''),
  code: v.fallback(v.nullable(v.number()), null),
});

const batchEventSchema = v.object({
  event: v.picklist(Object.values(batchEvents)),
  /** Trace id of the accepted call (2.1): what the event is the result of. */
  trace_id: v.pipe(v.string(), v.nonEmpty()),
  table_id: idSchema,
  space_id: v.fallback(v.nullable(idSchema), null),
  /** `YYYY-MM-DD HH:MM:SS`, no zone. */
  finished_on: v.fallback(v.nullable(v.string()), null),
  // null or missing, there is none; of another shape, it is another platform's event.
  success: v.nullish(v.array(successSchema), []),
  fail: v.nullish(v.array(failSchema), []),
});

/**
 * Result of a batch update (4.5) or delete as the embedded service delivers it. The contract shows no payload (section 6): another platform's events look
 * otherwise and are shown raw.
 */
export type BatchEvent = v.InferOutput<typeof batchEventSchema>;
export type BatchSuccess = v.InferOutput<typeof successSchema>;
/** An item that was not applied (4.5 rule 6). */
export type BatchFailure = v.InferOutput<typeof failSchema>;

/** Reads a callback body, parsed with `parseJson`, as such a result; null when it is anything else. */
export function readBatchEvent(body: unknown): BatchEvent | null {
  const result = v.safeParse(batchEventSchema, body);
  return result.success ? result.output : null;
}
