import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../wire/query-client';
import { testClient } from '../wire/test-client';
import { createFileIndex, failurePauseMs, quietMs } from './file-index';

const minute = 60_000;
let calls: string[][] = [];
let refuses = false;

/** A platform that knows every file but 9, and refuses everything when told to. */
async function answer(_url: string, { body }: { body: string }): Promise<Response> {
  const ids = [...JSON.parse(body).file_ids].map(String);
  calls.push(ids);
  if (refuses) return reply({ code: 40_001, message: 'not allowed', data: {} });
  const success = ids.filter((id) => id !== '9').map((id) => ({ file_id: Number(id), name: `file ${id}`, link: {} }));
  return reply({ code: 0, message: 'success', data: { success, fail: ids.filter((id) => id === '9').map(Number) } });
}

const reply = (envelope: object) =>
  new Response(JSON.stringify({ ...envelope, meta: { trace_id: 't' }, version: 'v1.0.0' }), {
    headers: { 'Content-Type': 'application/json' },
  });

beforeEach(() => {
  calls = [];
  refuses = false;
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'https://console.example' });
  vi.stubGlobal('fetch', answer);
});

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nothing = () => {};
const quiet = () => vi.advanceTimersByTimeAsync(quietMs + 20);

test('what is watched is asked for together when nothing more has come for a moment, each file once', async () => {
  const index = createFileIndex(testClient());
  const changed = vi.fn();
  for (let id = 1; id <= 130; id += 1) index.watch(String(id), changed);
  index.watch('1', nothing);
  await vi.advanceTimersByTimeAsync(quietMs - 20);
  expect(calls).toEqual([]);
  await quiet();
  expect(calls.map((ids) => ids.length)).toEqual([100, 30]);
  expect(index.entry('130')).toMatchObject({ kind: 'found', file: { name: 'file 130' } });
  expect(changed).toHaveBeenCalledTimes(130);
});

test('rows that scroll past ask for nothing: only what is still watched in the end', async () => {
  const index = createFileIndex(testClient());
  for (let id = 1; id <= 50; id += 1) {
    const leave = index.watch(String(id), nothing);
    await vi.advanceTimersByTimeAsync(quietMs / 2);
    if (id < 49) leave();
  }
  await quiet();
  expect(calls).toEqual([['49', '50']]);
});

test('nothing is asked for while rows scroll, also where few of them have files', async () => {
  let scrolledAt = 0;
  const index = createFileIndex(testClient(), () => scrolledAt);
  index.watch('1', nothing);
  for (let frame = 0; frame < 60; frame += 1) {
    scrolledAt = Date.now();
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(calls).toEqual([]);
  await quiet();
  expect(calls).toEqual([['1']]);
});

test('what is known is not asked for again before its links end; then once, while it is watched', async () => {
  const index = createFileIndex(testClient());
  index.watch('1', nothing)();
  const leave = index.watch('1', nothing);
  index.watch('9', nothing);
  await quiet();
  leave();
  index.watch('1', nothing);
  await vi.advanceTimersByTimeAsync(54 * minute);
  expect(calls).toEqual([['1', '9']]);
  expect(index.entry('9')).toMatchObject({ kind: 'missing' });
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(calls).toEqual([['1', '9'], ['1']]);
});

test('what failed is said, asked for again after a pause, and at once for a person', async () => {
  const index = createFileIndex(testClient());
  refuses = true;
  index.watch('1', nothing);
  await quiet();
  expect(index.entry('1')).toMatchObject({
    kind: 'failed',
    error: { message: expect.stringContaining('not allowed') },
  });
  index.watch('1', nothing);
  await vi.advanceTimersByTimeAsync(failurePauseMs / 2);
  expect(calls).toHaveLength(1);
  index.lookUp(['1']);
  await quiet();
  expect(calls).toHaveLength(2);
  refuses = false;
  await vi.advanceTimersByTimeAsync(failurePauseMs + 1000);
  expect(calls).toHaveLength(3);
  expect(index.entry('1')).toMatchObject({ kind: 'found' });
});

test('a renewal that fails leaves links that still work', async () => {
  const index = createFileIndex(testClient());
  index.watch('1', nothing);
  await quiet();
  refuses = true;
  await vi.advanceTimersByTimeAsync(58 * minute);
  expect(index.entry('1')).toMatchObject({ kind: 'found' });
  expect(calls.length).toBeLessThanOrEqual(5);
  await vi.advanceTimersByTimeAsync(4 * minute);
  expect(index.entry('1')).toMatchObject({ kind: 'failed' });
});

test('links that did not work are renewed together, before their time', async () => {
  const index = createFileIndex(testClient());
  for (const id of ['1', '2', '3']) index.watch(id, nothing);
  await quiet();
  index.renew('1');
  index.renew('3');
  await quiet();
  expect(calls).toEqual([
    ['1', '2', '3'],
    ['1', '3'],
  ]);
});

test('what is seen again while all is known is still renewed in time', async () => {
  const index = createFileIndex(testClient());
  const leave = index.watch('1', nothing);
  await quiet();
  leave();
  await vi.advanceTimersByTimeAsync(minute);
  index.watch('1', nothing);
  await vi.advanceTimersByTimeAsync(56 * minute);
  expect(calls).toEqual([['1'], ['1']]);
});
