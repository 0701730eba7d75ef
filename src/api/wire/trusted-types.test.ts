import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function addressIn(page: { trusted: boolean }, made: string[] = []) {
  // As a browser does under `trusted-types`: one of each name.
  const create = (name: string, rules: object) => {
    if (made.includes(name)) throw new TypeError(`Policy with name "${name}" already exists.`);
    made.push(name);
    return rules;
  };
  vi.stubGlobal('location', { href: 'https://console.example/e/x/files', origin: 'https://console.example' });
  vi.stubGlobal(
    'trustedTypes',
    page.trusted ? { createPolicy: (name: string, rules: object) => create(name, rules) } : undefined,
  );
  // Another test may have loaded it.
  vi.resetModules();
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = (html: string, type: string) => ({ html, type });
    },
  );
  return { ...(await import('./trusted-types')), made };
}

test('the policy is created when the page starts', async () => {
  const { made } = await addressIn({ trusted: true });
  expect(made).toEqual(['warehouse-console']);
});

test('the first script creates it before anything else', () => {
  const [first] = readFileSync('src/app/main.tsx', 'utf8').match(/^import .*$/m) ?? [];
  expect(first).toBe("import '../api/wire/trusted-types';");
});

test('if another script created it first no worker starts, and the page works on', async () => {
  const { workerAddress, inertDocument } = await addressIn({ trusted: true }, ['warehouse-console']);
  expect(() => workerAddress('/assets/a.mjs')).toThrow('already exists');
  expect(inertDocument('<p>a</p>')).toBeNull();
});

test('a worker’s address passes the page’s one policy, created once', async () => {
  const { workerAddress, made } = await addressIn({ trusted: true });
  expect(workerAddress('/assets/a.mjs')).toBe('https://console.example/assets/a.mjs');
  workerAddress('/assets/b.mjs');
  expect(made).toEqual(['warehouse-console']);
});

test('no worker is loaded from another origin, with trusted types or without', async () => {
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

test('HTML passes the policy on its way into a document of its own, with trusted types or without', async () => {
  for (const trusted of [true, false]) {
    const { inertDocument } = await addressIn({ trusted });
    expect(inertDocument('<style>p{}</style><p style="x"\nonclick=y>a style=b</p>')).toEqual({
      html: '<p data-style="x" data-onclick=y>a style=b</p>',
      type: 'text/html',
    });
  }
});
