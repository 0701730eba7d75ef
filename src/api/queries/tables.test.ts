import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createBudget } from '../wire/budget';
import { memoryStore } from '../wire/budget-store';
import type { Client } from '../wire/client';
import { prefetchTableConfig, tableConfigOptions } from './tables';

const client: Client = {
  environment: {
    name: 'lab',
    baseUrl: null,
    colour: 'blue',
    requestsPerSecond: 10,
    fileHosts: [],
    writable: true,
    delete: false,
    embedded: false,
  },
  identity: 'somebody',
  apiKey: () => 'key',
  budget: createBudget(10, memoryStore()),
};

afterEach(() => vi.unstubAllGlobals());

test('a service without table configs (4.10) is asked once, however many parts of a page need it', async () => {
  const asked = vi.fn(async () => new Response(JSON.stringify({ code: 3500002, message: 'no', data: {}, meta: {} })));
  vi.stubGlobal('fetch', asked);
  const queryClient = new QueryClient();
  await Promise.all([1, 2].map(() => prefetchTableConfig(queryClient, client, '2100000000000001')));
  await prefetchTableConfig(queryClient, client, '2100000000000001');
  const observer = new QueryObserver(queryClient, tableConfigOptions(client, '2100000000000001'));
  const end = observer.subscribe(() => {});
  await Promise.resolve();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  end();
  expect(asked).toHaveBeenCalledTimes(1);
  await prefetchTableConfig(queryClient, client, '2100000000000002');
  expect(asked).toHaveBeenCalledTimes(2);
});
