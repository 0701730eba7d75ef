import { crc32, deflateSync } from 'node:zlib';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG (8 bits a channel, no alpha) of rows of red, green, blue. */
export function encodePng(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, 2);
  // Each row is preceded by its filter; 2 stores the difference to the row above: flat areas and straight lines become zeroes.
  const rowBytes = width * 3;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const to = y * (rowBytes + 1);
    const from = y * rowBytes;
    rows[to] = 2;
    for (let x = 0; x < rowBytes; x += 1) {
      rows[to + 1 + x] = (rgb[from + x] as number) - (y === 0 ? 0 : (rgb[from - rowBytes + x] as number));
    }
  }
  return join([
    signature,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = join([new TextEncoder().encode(type), data]);
  const result = new DataView(new ArrayBuffer(body.byteLength + 8));
  result.setUint32(0, data.byteLength);
  new Uint8Array(result.buffer).set(body, 4);
  result.setUint32(body.byteLength + 4, crc32(body));
  return new Uint8Array(result.buffer);
}

/** Byte arrays one after the other. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.byteLength;
  }
  return result;
}
