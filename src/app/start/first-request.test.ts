import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearActivity, startActivity, updateActivity } from '../../api/wire/activity';
import { testClient } from '../../api/wire/test-client';
import { addresses } from '../../url/paths';
import { firstRequestLeft } from './first-request';

const kept = async () => testClient();
const keptNothing = async () => null;

const onRecords = [
  { route: {}, params: {} },
  { route: { path: addresses.records }, params: { env: 'prod' } },
];

/** How long it took, in whole milliseconds of the faked clock. */
async function waited(
  matches: Parameters<typeof firstRequestLeft>[0],
  meanwhile = () => {},
  client: Parameters<typeof firstRequestLeft>[1] = kept,
): Promise<number> {
  vi.useFakeTimers();
  try {
    const began = Date.now();
    const left = firstRequestLeft(matches, client).then(() => Date.now() - began);
    await vi.advanceTimersByTimeAsync(10);
    meanwhile();
    await vi.advanceTimersByTimeAsync(1000);
    return await left;
  } finally {
    vi.useRealTimers();
  }
}

function listRecords(): number {
  const rest = { withKey: true, returnFields: null, body: null, queuedAt: 0 } as const;
  return startActivity({
    environment: 'prod',
    operation: 'listRecords',
    method: 'POST',
    path: '/dw_item/list',
    priority: 'interactive',
    ...rest,
  });
}

describe('React begins', () => {
  beforeEach(clearActivity);

  test('once the request of the first rows was sent', async () => {
    const request = listRecords();
    expect(await waited(onRecords, () => updateActivity(request, { sentAt: Date.now() }))).toBe(10);
  });

  test('at once on other pages, and where the tab has no key', async () => {
    expect(await waited([{ route: { path: addresses.jobs }, params: { env: 'prod' } }])).toBe(0);
    expect(await waited(onRecords, undefined, keptNothing)).toBe(0);
  });

  test('after 50 ms at the latest', async () => {
    listRecords();
    expect(await waited(onRecords)).toBe(50);
  });
});
