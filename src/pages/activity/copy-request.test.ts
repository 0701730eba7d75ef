import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskText } from '../../api/wire/remove-credentials';
import { curlOf, fetchOf, shellQuoted, variablesOf } from './copy-request';

const origin = 'http://127.0.0.1:4173';
const query = {
  environment: 'embedded',
  method: 'POST',
  path: '/openapi/v1/dw_item/list',
  withKey: true,
  returnFields: null,
  body: '{"table_id":9007199254740993,"limit":100,"offset":0}',
};

/** The words that a real shell hands to a command. */
function wordsOf(command: string, variables: Record<string, string> = {}): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const output = execFileSync('/bin/sh', ['-c', script], {
    env: { ...variables, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  return output.split('\0').slice(0, -1);
}

describe('a request copied as curl', () => {
  test('has the absolute address of this origin, the key as a variable and the body as it was sent', () => {
    expect(curlOf(query, origin)).toBe(
      [
        `curl -X POST 'http://127.0.0.1:4173/env/embedded/openapi/v1/dw_item/list'`,
        `  -H "Open-Authorization: Bearer $API_KEY"`,
        `  -H 'Content-Type: application/json'`,
        `  --data-raw '{"table_id":9007199254740993,"limit":100,"offset":0}'`,
      ].join(' \\\n'),
    );
  });

  test('reaches the command through a shell unchanged: quotes, newlines, dollars, backslashes, umlauts', () => {
    const body = JSON.stringify({ text: `it's "quoted"\n$HOME \`id\` \\ ! 你好`, more: "''" });
    const words = wordsOf(curlOf({ ...query, body, returnFields: '["*"]' }, origin), { API_KEY: 'k-1' });
    expect(words).toEqual([
      '-X',
      'POST',
      `${origin}/env/embedded/openapi/v1/dw_item/list`,
      '-H',
      'Open-Authorization: Bearer k-1',
      '-H',
      'Content-Type: application/json',
      '-H',
      'X-Service-Return-Fields: ["*"]',
      '--data-raw',
      body,
    ]);
  });

  test('any text is one shell word', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'));
    const texts = fc.sample(text, 60);
    expect(wordsOf(`curl ${texts.map(shellQuoted).join(' ')}`)).toEqual(texts);
  });

  test('secrets of the body become shell variables', () => {
    const entry = {
      ...query,
      path: '/openapi/v1/isv/access_token',
      withKey: false,
      body: `{"app_id":"o'neill","app_secret":"${maskText}"}`,
    };
    expect(variablesOf(entry)).toEqual(['APP_SECRET']);
    expect(wordsOf(curlOf(entry, origin), { APP_SECRET: 's3' }).at(-1)).toBe(`{"app_id":"o'neill","app_secret":"s3"}`);
  });

  test('a request without body sends none', () => {
    const entry = { ...query, method: 'GET', path: '/openapi/v1/space/list', body: null };
    expect(wordsOf(curlOf(entry, origin))).not.toContain('--data-raw');
  });
});

describe('a request copied as fetch', () => {
  test('runs unchanged and sends the same body', async () => {
    const body = JSON.stringify({ text: `it's "quoted"\n你好`, app_secret: maskText });
    const source = fetchOf({ ...query, body, returnFields: '["*"]' }, origin);
    const calls: unknown[][] = [];
    const run = new Function('fetch', `return (async () => { ${source} })()`);
    await run(async (...call: unknown[]) => calls.push(call));
    expect(calls).toEqual([
      [
        `${origin}/env/embedded/openapi/v1/dw_item/list`,
        {
          method: 'POST',
          headers: {
            'Open-Authorization': 'Bearer $API_KEY',
            'Content-Type': 'application/json',
            'X-Service-Return-Fields': '["*"]',
          },
          body: JSON.stringify({ text: `it's "quoted"\n你好`, app_secret: '$APP_SECRET' }),
        },
      ],
    ]);
  });
});
