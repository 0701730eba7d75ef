import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordsKey } from '../../api/queries/records';
import { tableConfigOptions } from '../../api/queries/tables';
import { queryClient } from '../../api/wire/query-client';
import { testClient } from '../../api/wire/test-client';
import { paths } from '../../url/paths';
import { firstRowsLoaded } from './first-request';

const client = testClient();
const kept = async () => client;
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

/** A read of the first rows, as the loader begins it. */
function began(): { answer(): void; fail(): void } {
  let [answer, fail] = [() => {}, () => {}];
  const rows = new Promise<null>((resolve, reject) => {
    [answer, fail] = [() => resolve(null), () => reject(new Error('no'))];
  });
  const queryKey = [...recordsKey(client, '21'), 'a query', 0];
  void queryClient.prefetchQuery({ queryKey, queryFn: () => rows, retry: false });
  return { answer, fail };
}

describe('React begins', () => {
  beforeEach(() => queryClient.clear());

  test('once the first rows were loaded, or could not be', async () => {
    const loading = began();
    expect(await waited(onRecords, loading.answer)).toBe(10);
    // They are there already.
    expect(await waited(onRecords)).toBe(0);
    queryClient.clear();
    const failing = began();
    expect(await waited(onRecords, failing.fail)).toBe(10);
  });

  test('no sooner than the config that names their columns', async () => {
    began().answer();
    let fail = () => {};
    const naming = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('no'));
    });
    const { queryKey } = tableConfigOptions(client, '21');
    void queryClient.prefetchQuery({ queryKey, queryFn: () => naming, retry: false });
    expect(await waited(onRecords, () => fail())).toBe(10);
  });

  test('no sooner when only the config of the table was loaded', async () => {
    began();
    const queryKey = tableConfigOptions(client, '21').queryKey;
    expect(await waited(onRecords, () => void queryClient.setQueryData(queryKey, null as never))).toBe(100);
  });

  test('at once on other pages, and where the tab has no key', async () => {
    expect(await waited(paths.jobs({ env: 'prod' }))).toBe(0);
    expect(await waited(onRecords, undefined, keptNothing)).toBe(0);
  });

  test('after 100 ms at the latest', async () => {
    began();
    expect(await waited(onRecords)).toBe(100);
  });
});

test('the end of a key is subscribed to before the first wait of the start', async () => {
  const subscribeKeyEnds = vi.fn(() => () => {});
  const waiting = () => new Promise<never>(() => {});
  vi.stubGlobal('document', { getElementById: () => ({}) });
  vi.doMock('../../api/wire/trusted-types', () => ({}));
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
