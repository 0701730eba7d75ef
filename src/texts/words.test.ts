import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from './en';
import { sentences } from './test-sentences';
import { zh } from './zh';

const glossary = readFileSync(join(import.meta.dirname, '../../docs/words.md'), 'utf8');

/** The words in backticks of one column of the glossary's tables. */
function wordsOf(column: number): string[] {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| say'));
  return rows.flatMap((row) => [...(row.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));
}

const englishNot = wordsOf(2);
const chineseNot = wordsOf(4);

/** A text that may use a word of the list, with its reason. */
const exceptions: Record<string, string> = {};

/** Placeholders in braces, and plural forms, are not words. */
const spoken = (text: string) =>
  text.replace(/\{\w+(?:, (?:number|plural|select)[^{}]*)?/g, ' ').replace(/=\d|\bother\b/g, ' ');

function found(texts: object, words: string[], matcher: (word: string) => RegExp): string[] {
  return [...sentences(texts)]
    .filter(([key]) => !(key in exceptions))
    .flatMap(([key, text]) =>
      words.filter((word) => matcher(word).test(spoken(text))).map((word) => `${key}: ${word}`),
    );
}

describe('the glossary of docs/words.md', () => {
  test('has words to avoid', () => {
    expect(englishNot.length).toBeGreaterThan(40);
    expect(chineseNot.length).toBeGreaterThan(5);
  });

  test('English texts avoid them', () => {
    const capitals = /[A-Z]/;
    const matcher = (word: string) =>
      new RegExp(`(?<![\\w-])${word}(?![\\w-])`, capitals.test(word) || /^ids?$/.test(word) ? '' : 'i');
    expect(found(en, englishNot, matcher)).toEqual([]);
  });

  test('Chinese texts avoid them', () => {
    expect(found(zh, chineseNot, (word) => new RegExp(word))).toEqual([]);
  });

  test('no value, null and empty have the same names in cells, jobs, reviews and imports', () => {
    for (const [texts, named] of [
      [en, { missing: 'not set', null: 'null', empty: 'empty' }],
      [zh, { missing: '未设置', null: 'null', empty: '空' }],
    ] as const)
      for (const each of [texts.grid.words, texts.jobs, texts.review, texts.import.check])
        expect(each).toMatchObject(named);
  });

  test('every exception is a text', () => {
    expect(Object.keys(exceptions).filter((key) => !sentences(en).has(key))).toEqual([]);
  });
});
