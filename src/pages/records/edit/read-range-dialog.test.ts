import { describe, expect, test } from 'vitest';
import type { DwRecord } from '../../../contract/records';
import { isTooLarge, pagesToRead, RowsMoved, readRange } from './read-range-dialog';

function record(row: number): DwRecord {
  const nobody = { created_on: null, created_by: null, updated_on: null, updated_by: null };
  return { item_id: String(row), title: null, ...nobody, fields: {} };
}

/** A table of this many rows, whose first page is known. */
function table(rows: number) {
  const all = Array.from({ length: rows }, (_, row) => record(row));
  const asked: number[] = [];
  return {
    asked,
    recordAt: (row: number) => (row < 100 ? all[row] : undefined),
    read: async (index: number) => {
      asked.push(index);
      return all.slice(index * 100, index * 100 + 100);
    },
  };
}

const range = (top: number, bottom: number) => ({ top, bottom, left: 0, right: 0 });

describe('the rows of a range', () => {
  test('are loaded where missing, page by page', async () => {
    const { recordAt, read, asked } = table(1000);
    expect(pagesToRead(range(50, 350), recordAt)).toEqual([1, 2, 3]);
    const steps: number[] = [];
    const all = await readRange(range(50, 350), recordAt, read, (done) => steps.push(done));
    expect(asked.sort()).toEqual([1, 2, 3]);
    expect(steps).toEqual([1, 2, 3]);
    expect([50, 99, 100, 350].map((row) => all.recordAt(row)?.item_id)).toEqual(['50', '99', '100', '350']);
    expect(all.rows).toBe(400);
  });

  test('end where the table ends, without requests far past it', async () => {
    const { recordAt, read, asked } = table(230);
    const all = await readRange(range(90, 5000), recordAt, read, () => {});
    expect(all.rows).toBe(230);
    expect(all.recordAt(229)?.item_id).toBe('229');
    expect(all.recordAt(230)).toBeUndefined();
    expect(asked.length).toBeLessThan(6);
  });

  test('are refused as a whole when a record is in two of them', async () => {
    const { recordAt } = table(1000);
    const shifted = async (index: number) => Array.from({ length: 100 }, (_, row) => record(index * 100 + row - 1));
    await expect(readRange(range(50, 150), recordAt, shifted, () => {})).rejects.toThrow(RowsMoved);
  });

  test('are not loaded when they exceed one action', () => {
    expect([99_999, 100_000].map((bottom) => isTooLarge(range(0, bottom)))).toEqual([false, true]);
    expect(isTooLarge({ top: 0, bottom: 59_999, left: 0, right: 9 })).toBe(true);
  });

  test('are refused as a whole when one page fails', async () => {
    const { recordAt } = table(1000);
    const failing = () => Promise.reject(new Error('no answer'));
    await expect(readRange(range(0, 150), recordAt, failing, () => {})).rejects.toThrow('no answer');
  });
});
