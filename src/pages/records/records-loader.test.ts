import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/wire/query-client';
import { testClient } from '../../api/wire/test-client';
import { onAnotherPath } from '../../app/start/loaders';
import { loader, shouldRevalidate } from './records-loader';

const client = testClient();
vi.mock('../../credentials/connection', () => ({ keptClient: async () => client }));
vi.mock('../../credentials/use-connection', () => ({ requireClient: async () => client }));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('whoever leaves before the page is drawn cancels its first rows', async () => {
  const rows: AbortSignal[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    if (url.endsWith('/dw_item/list')) rows.push(signal);
    return new Promise(() => {});
  });
  const left = new AbortController();
  const context = { params: { env: 'e', table: '21' }, request: new Request('http://localhost/', left) };
  await loader(context as never);
  await expect.poll(() => rows.length).toBe(1);
  left.abort();
  await expect.poll(() => rows[0]?.aborted).toBe(true);
});

test('another query loads the records anew, another record or column nothing, another page all', () => {
  const url = (rest: string) => new URL(`http://localhost/e/prod/w/40/t/${rest}`);
  const loads = (next: string, before = '21?order=a') => {
    const step = { currentUrl: url(before), nextUrl: url(next), defaultShouldRevalidate: true } as never;
    return [shouldRevalidate(step), onAnotherPath(step)];
  };
  expect(loads('21?order=b')).toEqual([true, false]);
  expect(loads('21?order=a&record=1')).toEqual([false, false]);
  expect(loads('22?order=a')).toEqual([true, true]);
});
