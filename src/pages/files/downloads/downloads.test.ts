import { describe, expect, test } from 'vitest';
import { FileReadError } from '../../../api/files/read-file';
import { createDownloads, type DownloadPorts, freeName } from './downloads';

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), name: `${index}.png` }));
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Saves on request. */
function byHand() {
  const begun: { id: string; link: string; end: () => void; fail: (error: Error) => void }[] = [];
  const ports: DownloadPorts = {
    link: async (id, anew) => `${id}${anew ? ' anew' : ''}`,
    save: ({ id }, link, onProgress, signal) =>
      new Promise((end, fail) => {
        begun.push({ id, link, end, fail });
        signal.addEventListener('abort', () => fail(signal.reason));
        onProgress(5, 10);
      }),
  };
  return { begun, ports };
}

describe('many downloads', () => {
  test('run a few at a time, in order, each with its progress', async () => {
    const downloads = createDownloads(2);
    const { begun, ports } = byHand();
    downloads.add(files(4), ports);
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['0', '1']);
    expect(downloads.all()[0]).toMatchObject({ state: 'running', read: 5, total: 10 });
    begun[0]?.end();
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['0', '1', '2']);
    expect(downloads.all().map(({ state }) => state)).toEqual(['done', 'running', 'running', 'waiting']);
  });

  test('renew an expired link automatically, once', async () => {
    const downloads = createDownloads(1);
    const { begun, ports } = byHand();
    downloads.add(files(1), ports);
    await settled();
    begun[0]?.fail(new FileReadError('status', 403));
    await settled();
    expect(begun.map(({ link }) => link)).toEqual(['0', '0 anew']);
    begun[1]?.fail(new FileReadError('status', 403));
    await settled();
    expect(downloads.all()[0]).toMatchObject({ state: 'failed' });
    expect(begun).toHaveLength(2);
  });

  test('that failed are retried with new links, one or all', async () => {
    const downloads = createDownloads(3);
    const { begun, ports } = byHand();
    downloads.add(files(2), ports);
    await settled();
    for (const download of [...begun]) download.fail(new FileReadError('closed'));
    await settled();
    downloads.retry('1');
    await settled();
    expect(downloads.all().map(({ state }) => state)).toEqual(['failed', 'running']);
    expect(begun.at(-1)?.link).toBe('1 anew');
    downloads.retry();
    await settled();
    expect(begun.at(-1)?.link).toBe('0 anew');
  });

  test('can be cancelled, one or all; finished ones stay', async () => {
    const downloads = createDownloads(2);
    const { begun, ports } = byHand();
    downloads.add(files(4), ports);
    await settled();
    begun[0]?.end();
    await settled();
    downloads.cancel('1');
    await settled();
    expect(downloads.all().map(({ state }) => state)).toEqual(['done', 'cancelled', 'running', 'running']);
    downloads.clear('1');
    downloads.clear('2');
    expect(downloads.all().map(({ id }) => id)).toEqual(['0', '2', '3']);
    downloads.cancel();
    await settled();
    expect(downloads.all().map(({ state }) => state)).toEqual(['done', 'cancelled', 'cancelled']);
    downloads.clear();
    expect(downloads.all()).toEqual([]);
  });

  test('are not started twice', async () => {
    const downloads = createDownloads(1);
    const { begun, ports } = byHand();
    downloads.add(files(2), ports);
    downloads.add(files(2), ports);
    await settled();
    expect(downloads.all()).toHaveLength(2);
    expect(begun).toHaveLength(1);
  });
});

test('names in a folder are free, and none leaves it', () => {
  const taken = new Set<string>();
  expect(['a.png', 'A.png', 'a.png', '../x/y.txt', 'a', '..', 'b. '].map((name) => freeName(name, taken))).toEqual([
    'a.png',
    'A (2).png',
    'a (3).png',
    '_x_y.txt',
    'a',
    'file',
    'b',
  ]);
});
