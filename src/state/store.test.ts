import { describe, expect, test, vi } from 'vitest';
import { createListeners, createStore } from './store';

describe('listeners', () => {
  test('get each change until they unsubscribe, also one that subscribed twice', () => {
    const { tell, subscribe } = createListeners<string>();
    const hear = vi.fn();
    const stop = subscribe(hear);
    const stopToo = subscribe(hear);
    tell('a');
    stop();
    tell('b');
    stopToo();
    tell('c');
    expect(hear.mock.calls).toEqual([['a'], ['a'], ['b']]);
  });

  test('are counted from the first to the last, and again', () => {
    const leave = vi.fn();
    const attend = vi.fn(() => leave);
    const { subscribe } = createListeners(attend);
    const stops = [subscribe(() => {}), subscribe(() => {})];
    expect([attend, leave].map((each) => each.mock.calls.length)).toEqual([1, 0]);
    for (const stop of [...stops, ...stops]) stop();
    expect([attend, leave].map((each) => each.mock.calls.length)).toEqual([1, 1]);
    subscribe(() => {})();
    expect([attend, leave].map((each) => each.mock.calls.length)).toEqual([2, 2]);
  });
});

test('a store notifies of a different value, and not of the same', () => {
  const store = createStore(1);
  const changed = vi.fn();
  store.subscribe(changed);
  store.set(1);
  store.set(2);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(store.get()).toBe(2);
});
