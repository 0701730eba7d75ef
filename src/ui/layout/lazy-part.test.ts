import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part';

afterEach(() => vi.unstubAllGlobals());

test('without a network nothing is requested, so that it can be retried; a local server is', async () => {
  const load = vi.fn(async () => () => null);
  const part = lazyPart(load);
  vi.stubGlobal('navigator', { onLine: false, languages: ['en'] });
  vi.stubGlobal('location', { hostname: 'console.example' });
  await expect(part.preload()).rejects.toThrow('did not arrive');
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] });
  await part.preload();
  expect(load).toHaveBeenCalledTimes(1);

  vi.stubGlobal('navigator', { onLine: false, languages: ['en'] });
  for (const hostname of ['localhost', '127.0.0.1', '[::1]']) {
    vi.stubGlobal('location', { hostname });
    await part.preload();
  }
  expect(load).toHaveBeenCalledTimes(4);
});
