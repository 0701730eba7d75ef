import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBudget } from '../wire/budget';
import { memoryStore } from '../wire/budget-store';
import { queryClient } from '../wire/query-client';
import { testClient } from '../wire/test-client';
import { fileOptions, noteScroll, openFile, quietMs } from './single-file';

const minute = 60_000;
let client = testClient();
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

let leaves: (() => void)[] = [];

beforeEach(() => {
  calls = [];
  refuses = false;
  vi.useFakeTimers();
  // The clock of one test is no clock of another.
  client = testClient();
  noteScroll();
  vi.stubGlobal('location', { origin: 'https://console.example' });
  vi.stubGlobal('fetch', answer);
  // Nothing is renewed automatically where there is no page.
  environmentManager.setIsServer(() => false);
});

afterEach(() => {
  for (const leave of leaves) leave();
  leaves = [];
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Draws a file. @returns the way to draw it no more, as scrolling does */
function draw(id: string, of = client): () => void {
  const leave = new QueryObserver(queryClient, fileOptions(of, id)).subscribe(() => {});
  leaves.push(leave);
  return leave;
}
const state = (id: string) => queryClient.getQueryState(fileOptions(client, id).queryKey);
const quiet = () => vi.advanceTimersByTimeAsync(quietMs + 20);

test('what is drawn is requested together when nothing more was for a moment, each file once', async () => {
  for (let id = 1; id <= 130; id += 1) draw(String(id));
  draw('1');
  await vi.advanceTimersByTimeAsync(quietMs - 20);
  expect(calls).toEqual([]);
  await quiet();
  expect(calls.map((ids) => ids.length)).toEqual([100, 30]);
  expect(state('130')?.data).toMatchObject({ file: { name: 'file 130' } });
});

test('rows that scroll past request nothing: only what is still drawn in the end', async () => {
  for (let id = 1; id <= 50; id += 1) {
    const leave = draw(String(id));
    await vi.advanceTimersByTimeAsync(quietMs / 2);
    if (id < 49) leave();
  }
  await quiet();
  expect(calls).toEqual([['49', '50']]);
});

test('nothing is requested while rows scroll, also where few of them have files', async () => {
  draw('1');
  for (let frame = 0; frame < 60; frame += 1) {
    noteScroll();
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(calls).toEqual([]);
  await quiet();
  expect(calls).toEqual([['1']]);
});

test('an answer that comes after its rows have scrolled away is kept for a while', async () => {
  const leave = draw('1');
  await vi.advanceTimersByTimeAsync(quietMs);
  leave();
  await quiet();
  draw('1')();
  await quiet();
  expect(calls).toEqual([['1']]);
  await vi.advanceTimersByTimeAsync(11 * minute);
  expect(state('1')).toBeUndefined();
});

test('a file that a person opens is requested at once, and before what is read ahead', async () => {
  const turns: string[] = [];
  const budget = createBudget(1e6, memoryStore());
  const own = testClient({
    budget: {
      ...budget,
      take: async (priority) => void turns.push(typeof priority === 'string' ? priority : priority()),
    },
  });
  for (const id of ['1', '2', '3']) draw(id, own);
  const close = openFile(own, '2');
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual([['2']]);
  draw('4', own);
  openFile(own, '5')();
  draw('5', own);
  close();
  await quiet();
  expect(calls).toEqual([['2'], ['1', '3', '4', '5']]);
  expect(turns).toEqual(['interactive', 'prefetch']);
});

test('what is there is not requested again before its links end; then once, while it is drawn', async () => {
  draw('1')();
  const leave = draw('1');
  draw('9');
  await quiet();
  leave();
  draw('1');
  await vi.advanceTimersByTimeAsync(54 * minute);
  expect(calls).toEqual([['1', '9']]);
  expect(state('9')?.data).toMatchObject({ file: null });
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(calls.map((ids) => ids.toSorted())).toEqual([
    ['1', '9'],
    ['1', '9'],
  ]);
});

test('what failed is not requested by being drawn again, but after a pause, and at once for a person', async () => {
  refuses = true;
  draw('1');
  await quiet();
  expect(state('1')?.error?.message).toContain('not allowed');
  draw('1');
  await vi.advanceTimersByTimeAsync(minute / 2);
  expect(calls).toHaveLength(1);
  const close = openFile(client, '1');
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toHaveLength(2);
  close();
  refuses = false;
  await vi.advanceTimersByTimeAsync(minute + 1000);
  expect(calls).toHaveLength(3);
  expect(state('1')?.data).toMatchObject({ file: { name: 'file 1' } });
});

test('a renewal that fails leaves links that still work, and is tried again once a minute', async () => {
  draw('1');
  await quiet();
  refuses = true;
  await vi.advanceTimersByTimeAsync(58 * minute);
  draw('1')();
  await quiet();
  expect(state('1')).toMatchObject({ status: 'error', data: { file: { name: 'file 1' } } });
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.length).toBeLessThanOrEqual(5);
});

test('a renewed provider key is another client of the same identity: nothing is looked up anew', async () => {
  draw('1');
  await quiet();
  draw('1', testClient({ budget: client.budget, apiKey: () => 'renewed' }));
  await quiet();
  expect(calls).toEqual([['1']]);
});

test('links that did not work are renewed together, before their time', async () => {
  for (const id of ['1', '2', '3']) draw(id);
  await quiet();
  for (const id of ['1', '3']) void queryClient.refetchQueries(fileOptions(client, id));
  await quiet();
  expect(calls).toEqual([
    ['1', '2', '3'],
    ['1', '3'],
  ]);
});

test('what is seen again is still renewed in time', async () => {
  const leave = draw('1');
  await quiet();
  leave();
  await vi.advanceTimersByTimeAsync(minute);
  draw('1');
  await vi.advanceTimersByTimeAsync(56 * minute);
  expect(calls).toEqual([['1'], ['1']]);
});
