import { expect, test } from 'vitest';
import type { SourceCell } from '../source/rows';
import { block } from '../test-columns';
import { type ColumnProfiler, profileBlock } from './column-values';

function profiled(cells: SourceCell[]) {
  const profiles: ColumnProfiler[] = [];
  profileBlock(block(cells.map((cell) => [cell])), profiles);
  return profiles[0]?.result();
}

test('a column profile has samples, texts, and possible IDs', () => {
  expect(profiled(['2', '', '4; 2', 7, ['8', 9]])).toEqual({
    filled: 4,
    samples: ['2', '4; 2', '7', '["8",9]'],
    texts: ['2', '4; 2'],
    ids: ['2', '4', '7', '8', '9'],
  });
  expect(profiled(['AD', 'CH'])?.ids).toEqual(['AD', 'CH']);
  expect(profiled(['AD', 'a text that is far too long to be the id of anything'])?.ids).toBeNull();
  expect(profiled(['', ''])).toEqual({ filled: 0, samples: [], texts: [], ids: null });
});

test('keeps the first of very many numbers, and takes no text as an ID', () => {
  const numbers = Array.from({ length: 1500 }, (_each, index) => String(index));
  expect(profiled(numbers)?.ids).toEqual(numbers.slice(0, 1000));
  expect(profiled([...numbers, 'x'])?.ids).toBeNull();
  expect(profiled(numbers.map((text) => `x${text}`))?.ids).toBeNull();
});
