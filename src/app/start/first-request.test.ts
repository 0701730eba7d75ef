import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearActivity, startActivity, updateActivity } from '../../api/wire/activity';
import { testClient } from '../../api/wire/test-client';
import { paths } from '../../url/paths';
import { firstRowsLoaded } from './first-request';

const kept = async () => testClient();
const keptNothing = async () => null;

const onRecords = paths.records({ env: 'prod', space: '40', table: '21' });

/** How long it took, in whole milliseconds of the faked clock. */
async function waited(
  pathname: string,
  meanwhile = () => {},
  client: Parameters<typeof firstRowsLoaded>[1] = kept,
): Promise<number> {
  vi.useFakeTimers();
  try {
    const began = Date.now();
    const left = firstRowsLoaded(pathname, client).then(() => Date.now() - began);
    await vi.advanceTimersByTimeAsync(10);
    meanwhile();
    await vi.advanceTimersByTimeAsync(1000);
    return await left;
  } finally {
    vi.useRealTimers();
  }
}

function started(operation: 'listRecords' | 'getTableConfig'): number {
  const rest = { withKey: true, returnFields: null, body: null, queuedAt: 0 } as const;
  return startActivity({
    environment: 'prod',
    operation,
    method: 'POST',
    path: '/',
    priority: 'interactive',
    ...rest,
  });
}

describe('React begins', () => {
  beforeEach(clearActivity);

  test('once the first rows were loaded, or could not be', async () => {
    for (const outcome of ['success', 'no-answer'] as const) {
      clearActivity();
      const request = started('listRecords');
      expect(await waited(onRecords, () => updateActivity(request, { outcome, finishedAt: Date.now() }))).toBe(10);
    }
  });

  test('no sooner when their request was sent, or the config of the table was loaded', async () => {
    const request = started('listRecords');
    const config = started('getTableConfig');
    const meanwhile = () => {
      updateActivity(request, { sentAt: Date.now() });
      updateActivity(config, { sentAt: Date.now(), finishedAt: Date.now() });
    };
    expect(await waited(onRecords, meanwhile)).toBe(100);
  });

  test('at once on other pages, and where the tab has no key', async () => {
    expect(await waited(paths.jobs({ env: 'prod' }))).toBe(0);
    expect(await waited(onRecords, undefined, keptNothing)).toBe(0);
  });

  test('after 100 ms at the latest', async () => {
    started('listRecords');
    expect(await waited(onRecords)).toBe(100);
  });
});

test('the end of a key is subscribed to before the first wait of the start', async () => {
  const subscribeKeyEnds = vi.fn(() => () => {});
  const waiting = () => new Promise<never>(() => {});
  vi.stubGlobal('document', { getElementById: () => ({}) });
  vi.doMock('../../api/wire/worker-address', () => ({}));
  vi.doMock('../routes', () => ({ router: {} }));
  vi.doMock('../../ui/theme/appearance', () => ({ applyAppearance: () => {} }));
  vi.doMock('../../ui/theme/ui-provider', () => ({ UiProvider: null }));
  vi.doMock('../../texts/texts-provider', () => ({ loadFirstTexts: waiting, markDocument: null, TextsProvider: null }));
  vi.doMock('../../credentials/connection', () => ({ subscribeKeyEnds, keptClient: kept }));
  try {
    void import('../main');
    await expect.poll(() => subscribeKeyEnds.mock.calls.length, { timeout: 30_000 }).toBe(1);
  } finally {
    vi.doUnmock('../../credentials/connection');
    vi.unstubAllGlobals();
  }
});
