/** Bodies with an end: both directions are counted while they pass. */
import { Refusal } from './failure';

/** Time that a body read whole may take: whoever sends it has it ready. */
const BODY_MS = 20_000;

/** Reads a request body whole. @throws Refusal `too-large`, `too-slow` */
export async function readBounded(
  request: Request,
  maximum: number,
  milliseconds = BODY_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseDeclaredSize(request, maximum);
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void reader.cancel().catch(() => undefined);
  }, milliseconds);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw new Refusal('too-slow', `The body did not come within ${milliseconds / 1000} seconds.`);
      if (done) break;
      size += value.byteLength;
      if (size > maximum) {
        await reader.cancel().catch(() => undefined);
        throw tooLarge(maximum);
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  return joined(chunks, size);
}

/** The chunks in one piece of so many bytes. */
export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The stream with a maximum: one byte more breaks it with what `excess` makes. @param ended called when all of it went through */
export function bounded(
  body: ReadableStream<Uint8Array>,
  maximum: number,
  excess: () => Error,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maximum) controller.error(excess());
        else controller.enqueue(chunk);
      },
      flush: ended,
    }),
  );
}

/** @throws Refusal `too-large` when the header already says so */
export function refuseDeclaredSize(request: Request, maximum: number): void {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maximum) throw tooLarge(maximum);
}

export function tooLarge(maximum: number): Refusal {
  return new Refusal('too-large', `The body is larger than the ${maximum} bytes that are taken here.`);
}
