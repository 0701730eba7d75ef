import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/wire/query-client';
import { testClient } from '../../api/wire/test-client';
import { loader } from './records-loader';

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
