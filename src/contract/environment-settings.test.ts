import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HELP, settingsHelp } from '../server/gateway/config/greeting';
import { completedSettings, configuredSettings, environmentSettings, publicSettings } from './environment-settings';

const root = resolve(import.meta.dirname, '../..');

describe('a setting of an environment', () => {
  const madeUp = {
    ...environmentSettings,
    pagesAtOnce: { schema: v.number('must be a number'), unset: () => 3 },
    motto: { schema: v.string() },
  };
  const file = v.strictObject(configuredSettings(madeUp));
  const page = v.object(publicSettings(madeUp));

  test('is read and checked', () => {
    expect(v.parse(file, { pagesAtOnce: 5 })).toEqual({ pagesAtOnce: 5 });
    expect(v.safeParse(file, { pagesAtOnce: 'five' }).issues?.[0].message).toBe('must be a number');
  });

  test('is completed and sent to the page', () => {
    const completed = completedSettings(madeUp, { baseUrl: 'https://api.example.com' });
    expect(completed).toMatchObject({ pagesAtOnce: 3, motto: undefined, writable: false });
    expect(v.parse(page, JSON.parse(JSON.stringify(completed)))).toEqual(completed);
    expect(completedSettings(madeUp, { pagesAtOnce: 5, motto: 'slowly' })).toMatchObject({
      pagesAtOnce: 5,
      motto: 'slowly',
    });
    expect(v.is(page, { ...completed, pagesAtOnce: undefined })).toBe(false);
  });

  test('is accepted by the page, whatever the platform’s address', () => {
    const own = v.object(publicSettings(environmentSettings));
    for (const baseUrl of ['http://dw_api:8080', 'https://api.example.com./v', 'http://[::1]:81', undefined]) {
      expect(v.is(own, JSON.parse(JSON.stringify(completedSettings(environmentSettings, { baseUrl }))))).toBe(true);
    }
  });

  test('has a line in the help', () => {
    expect(Object.keys(settingsHelp)).toEqual(Object.keys(environmentSettings));
    expect(HELP).toContain(
      '\n                     writable           true: editing is on from the start; false: people turn it on per tab (false)\n',
    );
  });

  test('is in the README', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    expect(Object.keys(environmentSettings).filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });
});
