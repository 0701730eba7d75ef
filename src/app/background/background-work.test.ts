import { afterEach, expect, test, vi } from 'vitest';
import { lazyCode, lazyPart } from '../../ui/layout/lazy-part';
import { runPreload } from './background-work';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

test('code that could not be fetched in the background is fetched when the browser is online again, or after a pause', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { hostname: 'console.example' });
  vi.stubGlobal('navigator', { onLine: false, languages: ['en'] });
  let isDown = true;
  const load = vi.fn(async () => {
    if (isDown) throw new TypeError('Failed to fetch dynamically imported module');
  });
  lazyCode(load);
  const end = runPreload();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] });
  page.dispatchEvent(new Event('online'));
  // On a busy machine what comes before it takes more than a moment.
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(2);
  end();
});

test('a browser that saves data fetches nothing in the background', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { hostname: 'localhost' });
  const load = vi.fn(async () => null);
  lazyCode(load);
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'], connection: { saveData: true } });
  runPreload()();
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { onLine: true, languages: ['en'], connection: { saveData: false } });
  const end = runPreload();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  end();
});
