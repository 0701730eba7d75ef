import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectEncoding, isText } from './encoding';

const accepted = async (...samples: Uint8Array[]): Promise<boolean> =>
  isText(samples, (await detectEncoding(samples, 'en')).encoding);
const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !big);
  return bytes;
};
const random = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('bytes that are not text', () => {
  test.each([128, 256, 1000, 4096, 65_536])('%i random bytes are distinguished from text', async (length) => {
    await fc.assert(
      fc.asyncProperty(random(length), async (bytes) => {
        // A picture or an accidental byte order mark is refused or reported elsewhere.
        fc.pre((await detectEncoding([bytes], 'en')).bom === 0);
        expect(await accepted(bytes)).toBe(false);
      }),
      { numRuns: length > 10_000 ? 20 : 400, seed: 9 },
    );
  });

  test('random bytes behind a UTF-16 mark are distinguished too', async () => {
    await fc.assert(
      fc.asyncProperty(
        random(2000),
        fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]),
        async (bytes, mark) => {
          expect(await accepted(new Uint8Array([...mark, ...bytes]))).toBe(false);
        },
      ),
      { numRuns: 100, seed: 9 },
    );
  });

  test('zeros and a program with words in it are not text', async () => {
    expect(await accepted(new Uint8Array(5000))).toBe(false);
    const words = new TextEncoder().encode('GLIBC_2.34\0_exit\0\x05\x0e\x11\0printf\0\x7fELF\x02\x01\x01\0\0\0\0');
    expect(await accepted(new Uint8Array(Array.from({ length: 100 }, () => [...words]).flat()))).toBe(false);
  });
});

describe('text', () => {
  const rows = fc
    .array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat()), { minLength: 1, maxLength: 40 })
    .map((all) => all.map(([name, size]) => `"${name.replace(/\p{C}/gu, '')}",${size}\r\n`).join(''));

  test('of any letters is text, as UTF-8 and as UTF-16 with its mark', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (text) => {
        expect(await accepted(new TextEncoder().encode(text))).toBe(true);
        for (const big of [false, true]) expect(await accepted(utf16(`\ufeff${text}`, big))).toBe(true);
      }),
      { seed: 9 },
    );
  });

  // Each pair of bytes that the encoding has a letter for, which is what its text is made of.
  test.each(['gb18030', 'big5', 'shift_jis', 'windows-1252'])('of every letter of %s is text', async (encoding) => {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const letters: number[][] = [];
    for (let lead = 0x80; lead <= 0xff; lead += 1) {
      const trails = encoding === 'windows-1252' ? [0x20] : Array.from({ length: 0xbf }, (_, at) => at + 0x40);
      for (const trail of trails) {
        try {
          if (!/\p{C}/u.test(decoder.decode(new Uint8Array([lead, trail])))) letters.push([lead, trail]);
        } catch {
          // No letter.
        }
      }
    }
    expect(letters.length).toBeGreaterThan(90);
    const letter = fc.constantFrom(...letters);
    const line = fc.array(letter, { minLength: 1, maxLength: 20 }).map((own) => [...own.flat(), 0x2c, 0x31, 0x0a]);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 50 }), async (lines) => {
        expect(await accepted(new Uint8Array(lines.flat()))).toBe(true);
      }),
      { numRuns: 60, seed: 9 },
    );
  });

  test.each(['utf-16le', 'utf-16be'])('of Chinese letters in %s is found without a mark', async (encoding) => {
    const bytes = utf16('编号,名称\r\n中文系统,二\r\n北京,三\r\n'.repeat(20), encoding === 'utf-16be');
    expect((await detectEncoding([bytes], 'zh')).encoding).toBe(encoding);
    expect(await accepted(bytes)).toBe(true);
  });

  test('may have control characters, a NUL, or old line endings', async () => {
    const encode = (text: string) => new TextEncoder().encode(text);
    for (const sign of '\x01\x02\x05\x1f')
      expect(await accepted(encode(`a${sign}b\n1${sign}2\n`.repeat(500)))).toBe(true);
    expect(await accepted(encode('a,b\nx\0y,1\nz,2\n'))).toBe(true);
    expect(await accepted(new Uint8Array([0x63, 0xe9, 0x2c, 0x32, 10, 0x1a]))).toBe(true);
  });

  test('stays text where part of the file is damaged', async () => {
    const good = new TextEncoder().encode('name,size\nabc,1\n'.repeat(1000));
    expect(await accepted(good, good, new Uint8Array(10_000), good)).toBe(true);
    expect(await accepted(new Uint8Array(10_000), new Uint8Array(10_000), new Uint8Array(10_000), good)).toBe(false);
  });
});
