import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';

// A module of its own: connections of other tests may still hold theirs in the one that all share.
vi.resetModules();
const {
  holdCredentials,
  recordedReply,
  removedText,
  replyKept,
  scrubbed,
  valueWithoutCredentials,
  withoutCredentials,
} = await import('./remove-credentials');

const key = 'k/9+Q~key?=of-a_customer';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

afterEach(() => holdCredentials('test', []));

describe('a credential in a text', () => {
  const escaped = Array.from(key, (char) => `\\u00${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const percent = Array.from(key, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

  test.each([
    ['plain', `no key ${key} here`],
    ['escaped for JSON', `{"message":"no key ${escaped} here"}`],
    ['with its slash escaped', `{"message":"no key ${key.replace('/', '\\/')} here"}`],
    [
      'escaped in upper case',
      `{"message":"no key ${escaped.replace(/u00../g, (unit) => `u${unit.slice(1).toUpperCase()}`)}"}`,
    ],
    ['as an address has it', `no key ${encodeURIComponent(key)} here`],
    [
      'as an address has it, in lower case',
      `no key ${encodeURIComponent(key).toLowerCase().replaceAll('q', 'Q')} here`,
    ],
    ['as an address has it, every character', `no key ${percent} here`],
    ['as an address in an address has it', `no key ${encodeURIComponent(encodeURIComponent(key))} here`],
    ['in Base64', `no key ${base64(key)} here`],
    ['in Base64 of addresses', `no key ${Buffer.from(`Bearer ${key}`).toString('base64url')} here`],
    ['in Base64 that an address has', `no key ${encodeURIComponent(base64(`a${key}`))} here`],
    ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ message: `no key ${key} here` }) })],
    ['in JSON in JSON, escaped', JSON.stringify({ body: `{"message":"no key ${escaped} here"}` })],
    ['as a name', JSON.stringify({ data: { [key]: 'is not known' } })],
  ])('%s, is removed', (_how, text) => {
    holdCredentials('test', [key]);
    const clean = withoutCredentials(text);
    expect(clean).toContain(removedText);
    for (const form of [key, key.slice(0, 12), escaped, percent, base64(key).slice(4, 12)])
      expect(clean).not.toContain(form);
    if (text.startsWith('{')) expect(() => JSON.parse(clean)).not.toThrow();
  });

  test.each(['', 'a', 'ab', 'abc'])(
    'is removed from Base64 behind %j and before anything, without a character of its own',
    (before) => {
      holdCredentials('test', [key]);
      for (const after of ['', 'y', 'yz', 'yz1']) {
        const whole = base64(before + key + after);
        const clean = withoutCredentials(`{"message":"got ${whole}"}`);
        const left = clean.replace('{"message":"got ', '').replace('"}', '').split(removedText);
        expect(left).toHaveLength(2);
        // Only the neighbours remain, and no whole byte of the key.
        expect(Buffer.from(left[0] ?? '', 'base64').toString()).toBe(
          before.slice(0, Math.floor(((left[0] ?? '').length * 6) / 8)),
        );
        expect((left[1] ?? '').replaceAll('=', '').length).toBeLessThanOrEqual(4);
      }
    },
  );

  test('that was just sent is removed like a stored one, until it is neither', () => {
    expect(withoutCredentials(`the key ${key}`, [key, null])).toBe(`the key ${removedText}`);
    expect(withoutCredentials(`the key ${key}`)).toBe(`the key ${key}`);
    holdCredentials('test', ['another-one', key]);
    expect(withoutCredentials(`the key ${key}`)).toBe(`the key ${removedText}`);
    holdCredentials('test', []);
    expect(withoutCredentials(`the key ${key}`)).toBe(`the key ${key}`);
  });

  test('that begins another one does not leave the rest of that one', () => {
    holdCredentials('test', ['customer-key', 'customer-key-of-a-provider']);
    expect(withoutCredentials('customer-key-of-a-provider')).toBe(removedText);
  });

  test('of few characters is removed as a whole word, and never from names', () => {
    holdCredentials('test', ['name', 'abc']);
    expect(withoutCredentials('{"name":"the name is name-d, not renamed, abc"}')).toBe(
      `{"name":"the ${removedText} is ${removedText}-d, not renamed, abc"}`,
    );
  });

  test('that is a number is removed from numbers', () => {
    holdCredentials('test', ['4000000000001234']);
    expect(JSON.parse(withoutCredentials('{"a":4000000000001234,"b":[1.5e3,-7],"c":"4000000000001234"}'))).toEqual({
      a: removedText,
      b: [1500, -7],
      c: removedText,
    });
  });

  test('of any characters is removed from any JSON, which stays valid', () => {
    const secret = fc.string({
      unit: fc.constantFrom('n', 'u', '"', '\\', '/', '%', '4', '+', ' ', 'é', '漢', 'K'),
      minLength: 8,
      maxLength: 12,
    });
    const side = fc.string({ unit: fc.constantFrom('\\', 'n', 'u', '0', '"', '/', 'x', '\n', '%'), maxLength: 4 });
    fc.assert(
      fc.property(secret, side, side, (held, before, after) => {
        holdCredentials('test', [held]);
        const text = JSON.stringify({ message: before + held + after, data: [JSON.stringify({ again: held })] });
        const clean = withoutCredentials(text);
        expect(JSON.stringify(JSON.parse(clean))).not.toContain(JSON.stringify(held).slice(1, -1));
        expect(withoutCredentials(encodeURIComponent(held))).not.toContain(encodeURIComponent(held));
      }),
      {
        numRuns: 100,
        examples: [
          ['"nnnnnn\\', '', '\\"'],
          ['%44nnnnn\\"n', '', ''],
        ],
      },
    );
  });
});

describe('a text without a credential', () => {
  test('is returned as the same text', () => {
    holdCredentials('test', [key]);
    const text = '{"code":0, "data":{"big":9007199254740993,"path":"C:\\\\new\\\\u0041 100%25 \\u4f60"}}';
    expect(withoutCredentials(text)).toBe(text);
  });

  test('with one keeps everything else unchanged', () => {
    holdCredentials('test', ['nsecret-of-mine']);
    const text =
      '{"a" : 9007199254740993, "b":1.50, "c":"line\\nsecret-of-mine", "d":"a nsecret-of-mine \\u4f60\\/", "e":"\\u4f60\\/"}';
    expect(withoutCredentials(text)).toBe(text.replace('a nsecret-of-mine \\u4f60\\/', `a ${removedText} 你/`));
  });

  test('that only resembles one in JSON escapes is unchanged', () => {
    holdCredentials('test', ['nsecret-of-mine']);
    expect(withoutCredentials('{"c":"line\\nsecret-of-mine"}')).toBe('{"c":"line\\nsecret-of-mine"}');
  });
});

test('a field that issues a credential keeps it, and no other field does', () => {
  holdCredentials('test', ['token-that-is-held']);
  const text =
    '{"message":"token-that-is-held","data":{"access_token" : "token-that-is-held","expire":7200},"x":"token-that-is-held"}';
  expect(withoutCredentials(text, [], 'access_token')).toBe(
    `{"message":"${removedText}","data":{"access_token" : "token-that-is-held","expire":7200},"x":"${removedText}"}`,
  );
});

test('a value is cleaned like its text, exact integers included', () => {
  holdCredentials('test', [key]);
  const value = { a: 2n ** 60n, b: ['text', 1] };
  expect(valueWithoutCredentials(value)).toBe(value);
  expect(valueWithoutCredentials({ ...value, c: `is ${key}` })).toEqual({ ...value, c: `is ${removedText}` });
});

test.each([
  ['backslashes', '\\'.repeat(200_000)],
  ['percent signs', '%25'.repeat(70_000)],
  ['an open string', `{"a":"${'x\\u0041'.repeat(30_000)}`],
])('a text of nothing but %s takes no time', (_what, text) => {
  holdCredentials('test', [key]);
  const began = performance.now();
  withoutCredentials(text);
  withoutCredentials(JSON.stringify({ message: `${key} ${text}` }));
  expect(performance.now() - began).toBeLessThan(3000);
});

describe('a recorded request', () => {
  test.each([
    ['{"api_key":"k-1234567890","expire":7200}', 'k-1234567890'],
    ['{"access_token": "t\\"oken-9", "x": 1}', 'oken-9'],
    ['{"app_secret":"cut-off-at-the-en', 'cut-off'],
    ['{"clientSecret":"s3cr3t"}', 's3cr3t'],
    ['{"X-Api-Key":"abcdef"}', 'abcdef'],
    ['Open-Authorization: Bearer key-in-a-header', 'key-in-a-header'],
    ['{"source":"https://f.example.com/a.png?expires=1&signature=SIGNED"}', 'SIGNED'],
    ['see /files/a?X-Amz-Signature=SIGNED&y=2 there', 'SIGNED'],
  ])('%s: not %s', (text, secret) => {
    expect(text).toContain(secret);
    expect(scrubbed(text)).not.toContain(secret);
  });

  test('has no known secret, wherever it appears', () => {
    holdCredentials('test', ['my-own-key-1', null]);
    expect(scrubbed('the key my-own-key-1 is not valid')).toBe(`the key ${removedText} is not valid`);
    holdCredentials('test', []);
  });

  test('keeps only the host of file links, as the path may be signed', () => {
    const link = 'https://files.example.com:8443/files/61/source/1795/s1gnature/a.png';
    for (const text of [
      JSON.stringify({ link: { source: link, download: link } }),
      `{"square": "${link.replaceAll('/', '\\/')}"}`,
      `{"large":"${link.slice(0, -8)}`,
    ]) {
      expect(scrubbed(text)).not.toContain('s1gn');
      expect(scrubbed(text)).toContain('files.example.com:8443');
    }
    const [source] = Object.values(JSON.parse(scrubbed(JSON.stringify({ source: link }))));
    expect(source).toBe('https://files.example.com:8443/••••••');
  });

  test('keeps everything else unchanged', () => {
    const text = '{"code":0,"message":"success","data":{"items":[{"item_id":"23","url":"https://a.b/?q=1"}]}}';
    expect(scrubbed(text)).toBe(text);
  });

  test('keeps only the beginning, and shows no secret where it is cut', () => {
    const secret = 'abcdefghij';
    for (let shift = 0; shift < 30; shift += 1) {
      const text = `{"api_key":"${'x'.repeat(replyKept - 40 + shift)}${secret}"}`;
      expect(recordedReply(text)).not.toContain('abcd');
      expect(recordedReply(`${' '.repeat(replyKept - 30 + shift)}"token":"${secret}"`)).not.toContain('abcd');
      const echo = `${' '.repeat(replyKept - 20 + shift)}${secret} and more`;
      expect(recordedReply(withoutCredentials(echo, [secret]))).not.toContain('abcd');
    }
  });
});
