import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function addressIn(page: { trusted: boolean }) {
  const made: string[] = [];
  vi.stubGlobal('location', { href: 'https://console.example/e/x/files', origin: 'https://console.example' });
  vi.stubGlobal(
    'trustedTypes',
    page.trusted ? { createPolicy: (name: string, rules: object) => made.push(name) && rules } : undefined,
  );
  const { workerAddress } = await import('./worker-address');
  return { workerAddress, made };
}

test('the address of a worker goes through the one policy that the page may create, made once', async () => {
  const { workerAddress, made } = await addressIn({ trusted: true });
  expect(workerAddress('/assets/a.mjs')).toBe('https://console.example/assets/a.mjs');
  workerAddress('/assets/b.mjs');
  expect(made).toEqual(['warehouse-console']);
});

test('no worker comes from another origin, with trusted types or without', async () => {
  for (const trusted of [true, false]) {
    const { workerAddress } = await addressIn({ trusted });
    for (const url of [
      'https://evil.example/a.mjs',
      '//evil.example/a.mjs',
      'data:text/javascript,1',
      'blob:https://evil.example/1',
    ]) {
      expect(() => workerAddress(url)).toThrow(TypeError);
    }
    vi.resetModules();
  }
});
