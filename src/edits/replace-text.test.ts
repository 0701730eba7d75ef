import { describe, expect, test } from 'vitest';
import { changedCharsMax, type ReplaceRule, replacer, TooMuchText } from './replace-text';

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

  test.each([
    ['every place of a long text', { find: 'a', replacement: 'x'.repeat(2000) }, 'a'.repeat(100_000)],
    ['nothing, at every place', { find: '', regex: true, replacement: 'x'.repeat(2000) }, 'b'.repeat(100_000)],
    ['a part many times', { find: '(a+)', regex: true, replacement: '$1'.repeat(2000) }, 'a'.repeat(100_000)],
    ['what is found many times', { find: '.+', regex: true, replacement: '$&'.repeat(2000) }, 'a'.repeat(100_000)],
    ['what is before each place', { find: 'a', regex: true, replacement: '$`' }, 'a'.repeat(100_000)],
    ['what is after each place', { find: 'a', regex: true, replacement: "$'" }, 'a'.repeat(100_000)],
    ['what an expression only looks at', { find: '(?=(.*))', regex: true, replacement: '$1' }, 'a'.repeat(20_000)],
    ['a named part', { find: '(?<all>.+)', regex: true, replacement: '$<all>'.repeat(2000) }, 'a'.repeat(100_000)],
  ] as const)('refuses before it is made what would be too long: %s', (_, some, text) => {
    expect(() => replacer({ ...plain, ...some })(text)).toThrow(TooMuchText);
  });

  test('counts the texts of a change together, each as long as it becomes', () => {
    const replace = replacer({ ...plain, find: '(a+)(b*)', regex: true, replacement: '$2$1'.repeat(100) });
    const text = `${'a'.repeat(100_000)}b`;
    for (let chars = 0; chars + 2 * text.length * 100 < changedCharsMax; chars += text.length * 100)
      expect(replace(text)).toHaveLength(text.length * 100);
    expect(() => Array.from({ length: 4 }, () => replace(text))).toThrow(TooMuchText);
    const plainly = replacer({ ...plain, replacement: 'bb' });
    expect(plainly('a'.repeat(1_000_000))).toHaveLength(2_000_000);
  });

  test('refuses an invalid expression', () => {
    expect(() => replacer({ ...plain, find: '(', regex: true })).toThrow(SyntaxError);
  });
});
