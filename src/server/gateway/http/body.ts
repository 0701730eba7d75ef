/** Bodies with an end: both directions are counted while they pass; small answers are held until they are whole, large ones pass through. */
import { Refusal } from './failure';

/** How fast a body has to arrive: its sender has it ready. */
export type Pace = {
  /** Time for all of it. */
  wholeMs: number;
  /** In each such interval at least `leastBytes` must arrive, or the rest of the body. */
  stretchMs: number;
  leastBytes: number;
};
const PACE: Pace = { wholeMs: 20_000, stretchMs: 5000, leastBytes: 40 * 1024 };

/** Called with each part of a body as it comes. */
export type Taken = (part: Uint8Array) => Promise<void>;

/**
 * Reads a request body whole.
 * @param taken called with each part that has come, before the next one is read; what it throws ends the reading, and the time it takes is not the sender's
 * @throws Refusal `too-large`, `too-slow`
 */
export async function readBounded(
  request: Request,
  maximum: number,
  taken: Taken = async () => {},
  pace: Pace = PACE,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseDeclaredSize(request, maximum);
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  const watch = watchPace(pace, () => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (watch.fault !== null) throw watch.fault;
      if (done) break;
      size += value.byteLength;
      if (size > maximum) throw tooLarge(maximum);
      chunks.push(value);
      watch.hold(value.byteLength);
      await taken(value);
      watch.release();
    }
  } catch (fault) {
    await reader.cancel().catch(() => undefined);
    throw fault;
  } finally {
    watch.end();
  }
  return joined(chunks, size);
}

/** Watches how a body comes, without the time that its sender is kept waiting. @param late called when it comes too slowly, with the fault set */
function watchPace({ wholeMs, stretchMs, leastBytes }: Pace, late: () => void) {
  /** Of this stretch. */
  let [bytes, heldMs] = [0, 0];
  let heldSince: number | null = null;
  const release = () => {
    if (heldSince !== null) heldMs += Date.now() - heldSince;
    heldSince = null;
  };
  const giveUp = (why: string) => {
    watch.fault ??= new Refusal('too-slow', why);
    late();
  };
  const whole = setTimeout(() => giveUp(`The request body did not arrive within ${wholeMs / 1000} seconds.`), wholeMs);
  const stretch = setInterval(() => {
    const isHeld = heldSince !== null;
    release();
    if (!isHeld && bytes < leastBytes * (1 - heldMs / stretchMs)) {
      giveUp(`The request body is too slow: fewer than ${leastBytes} bytes in ${stretchMs / 1000} seconds.`);
    }
    [bytes, heldMs] = [0, 0];
    if (isHeld) heldSince = Date.now();
  }, stretchMs);
  const watch = {
    fault: null as Refusal | null,
    /** So much came; the sender is kept waiting until `release`. */
    hold(more: number) {
      bytes += more;
      heldSince = Date.now();
    },
    release,
    end() {
      clearTimeout(whole);
      clearInterval(stretch);
    },
  };
  return watch;
}

/** The chunks joined to one array of this many bytes. */
function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The stream with a maximum. @param broke called with what `taken` throws, or a Refusal `too-large`, by which the stream breaks */
export function bounded(
  body: ReadableStream<Uint8Array>,
  maximum: number,
  taken: Taken = async () => {},
  broke: (fault: unknown) => void = () => {},
): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        try {
          size += chunk.byteLength;
          if (size > maximum) throw tooLarge(maximum);
          await taken(chunk);
          controller.enqueue(chunk);
        } catch (fault) {
          broke(fault);
          throw fault;
        }
      },
    }),
  );
}

/** @throws Refusal `too-large` if the header already declares it */
export function refuseDeclaredSize(request: Request, maximum: number): void {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maximum) throw tooLarge(maximum);
}

function tooLarge(maximum: number): Refusal {
  return new Refusal('too-large', `The request body is larger than the ${maximum} bytes allowed here.`);
}

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
        throw fault instanceof Refusal ? fault : new Refusal('broken', 'The response was cut off.');
      }
    },
    cancel(reason) {
      ended();
      return reader.cancel(reason);
    },
  };
  // Nothing is fetched before it is requested: otherwise a stream that broke early would be ended by the server like a complete response.
  return new ReadableStream(rest, { highWaterMark: 0 });
}
