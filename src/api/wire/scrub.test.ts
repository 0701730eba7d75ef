import { describe, expect, test } from 'vitest';
import { holdCredentials, removedText, withoutCredentials } from './remove-credentials';
import { recordedReply, replyKept, scrubbed } from './scrub';

describe('what is recorded', () => {
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

  test('holds no value that is known to be secret, whatever says it', () => {
    holdCredentials('test', ['my-own-key-1', null]);
    expect(scrubbed('the key my-own-key-1 is not valid')).toBe(`the key ${removedText} is not valid`);
    holdCredentials('test', []);
  });

  test('holds of the links of a file their host alone: what signs them may stand in the path', () => {
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

  test('keeps everything else', () => {
    const text = '{"code":0,"message":"success","data":{"items":[{"item_id":"23","url":"https://a.b/?q=1"}]}}';
    expect(scrubbed(text)).toBe(text);
  });

  test('is the beginning alone, and nothing secret shows where it is cut', () => {
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
