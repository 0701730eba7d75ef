import { afterEach, expect, test, vi } from 'vitest';
import type { ExportState } from '../../../transfer/out/export-run';
import { calmly } from './export-button';

afterEach(() => void vi.useRealTimers());

test('progress is announced at intervals, its end and new phases at once', () => {
  vi.useFakeTimers();
  let state = { phase: 'running', rows: 0 } as ExportState;
  const listeners = new Set<() => void>();
  const told: string[] = [];
  const end = calmly({
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  })(() => told.push(`${state.phase} ${state.rows}`));
  const change = (next: Partial<ExportState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  for (let rows = 100; rows <= 500; rows += 100) change({ rows });
  expect(told).toEqual([]);
  vi.runAllTimers();
  expect(told).toEqual(['running 500']);
  change({ rows: 600 });
  change({ phase: 'done' });
  expect(told).toEqual(['running 500', 'done 600']);
  vi.runAllTimers();
  expect(told.length).toBe(2);
  change({ rows: 700 });
  end();
  vi.runAllTimers();
  expect(told.length).toBe(2);
  expect(listeners.size).toBe(0);
});
