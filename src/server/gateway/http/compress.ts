/** API responses, compressed for clients that accept it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const packed = promisify(gzip);
/** Shorter ones gain nothing. Responses with a credential are short: their compressed size would reveal it. */
const LEAST_BYTES = 2048;
/** Most of the gain for a third of the time. */
const LEVEL = 3;
const PACKS_WELL = /^(application\/json|text\/plain)\b/;

/** The response unchanged, or compressed: if it is data, complete, not compressed yet, and long enough. A stream passes unchanged. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (status !== 200 || request.method === 'HEAD' || !PACKS_WELL.test(headers.get('content-type') ?? ''))
    return response;
  if (headers.has('content-encoding') || headers.has('transfer-encoding') || headers.has('etag')) return response;
  if (!acceptsGzip(request)) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isLong = bytes.byteLength >= LEAST_BYTES;
  headers.delete('content-length');
  headers.append('vary', 'Accept-Encoding');
  if (isLong) headers.set('content-encoding', 'gzip');
  return new Response(isLong ? new Uint8Array(await packed(bytes, { level: LEVEL })) : bytes, { status, headers });
}

function acceptsGzip(request: Request): boolean {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',');
  return accepted.some((one) => /^\s*(gzip|\*)\s*(;\s*q=(0\.0*[1-9]\d*|1(\.0*)?))?\s*$/i.test(one));
}
