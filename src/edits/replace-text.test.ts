import { describe, expect, test } from 'vitest';
import { type ReplaceRule, replacer } from './replace-text';

const plain: ReplaceRule = { find: 'a', replacement: 'b', regex: false, matchCase: false, wholeCell: false };

describe('find and replace', () => {
  test.each([
    ['every place, whatever its case', {}, 'Aha', 'bhb'],
    ['only its case', { matchCase: true }, 'Aha', 'Ahb'],
    ['not inside a longer text where the whole cell is meant', { wholeCell: true }, 'aha', 'aha'],
    ['the whole cell', { find: 'AHA', wholeCell: true, replacement: 'x' }, 'aha', 'x'],
    [
      'signs of expressions as they are',
      { find: '$1.0 (x)', replacement: '$& + $1' },
      'costs $1.0 (X)',
      'costs $& + $1',
    ],
    ['by an expression with parts', { find: '(\\d+)-(\\d+)', replacement: '$2/$1', regex: true }, '12-34', '34/12'],
    ['an expression of the older form', { find: 'a\\-b', replacement: '', regex: true }, 'xa-by', 'xy'],
    ['a character of two units as one', { find: '^.$', replacement: '!', regex: true }, '😀', '!'],
    ['alternatives of the whole cell', { find: 'a|bc', regex: true, wholeCell: true, replacement: 'x' }, 'bcd', 'bcd'],
  ] as const)('takes %s', (_, some, text, result) => {
    expect(replacer({ ...plain, ...some })(text)).toBe(result);
  });

  test('refuses an invalid expression', () => {
    expect(() => replacer({ ...plain, find: '(', regex: true })).toThrow(SyntaxError);
  });
});
