import { afterEach, expect, test, vi } from 'vitest';
import { readRemembered, writeRemembered } from './local-settings';

afterEach(() => vi.unstubAllGlobals());

test('what is kept last counts, also where storage has become full, or has room again', () => {
  let isFull = false;
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, text);
    },
  });
  for (const [value, full] of [
    ['first', false],
    ['second', true],
    ['third', false],
  ] as const) {
    isFull = full;
    writeRemembered('a choice', value);
    expect(readRemembered('a choice')).toBe(value);
  }
});
