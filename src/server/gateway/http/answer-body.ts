/** The body of an answer of the platform: small ones are held until they are whole, large ones pass through. */
import { joined } from './body';
import { Refusal } from './failure';

/** A page of a hundred records is below it. A thousand answers of this size at once are a size that a process can hold. */
export const HELD_BYTES = 128 * 1024;

/**
 * Waits for a small answer to its end, so that one that breaks off is never passed on as if it were whole.
 * @returns its bytes, or a stream when it is larger than `HELD_BYTES`; the stream breaks where it breaks, and beyond `maximum`
 * @param ended called when such a stream has come to its end, whichever it is
 * @throws what the body ends with before that, or what `excess` makes; the stream, a Refusal
 */
export async function heldAnswer(
  body: ReadableStream<Uint8Array>,
  maximum: number,
  excess: () => Error,
  ended: () => void = () => {},
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const next = async (): Promise<Uint8Array | null> => {
    const { done, value } = await reader.read();
    if (done) return null;
    size += value.byteLength;
    if (size <= maximum) return value;
    // Not waited for: one that is being unpacked does not end before it is read.
    void reader.cancel().catch(() => undefined);
    throw excess();
  };
  while (size <= HELD_BYTES) {
    const chunk = await next();
    if (chunk === null) return joined(chunks, size);
    chunks.push(chunk);
  }
  const rest: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const chunk = chunks.shift() ?? (await next());
        if (chunk !== null) return controller.enqueue(chunk);
        ended();
        controller.close();
      } catch (fault) {
        ended();
        throw fault instanceof Refusal ? fault : new Refusal('broken', 'The answer broke off.');
      }
    },
    cancel(reason) {
      ended();
      return reader.cancel(reason);
    },
  };
  // Nothing is fetched before it is asked for: a stream that broke while nobody asked was ended by the server with a last word, like a whole answer.
  return new ReadableStream(rest, { highWaterMark: 0 });
}
