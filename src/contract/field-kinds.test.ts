import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cellKinds } from '../grid/cells/kinds';
import { en } from '../texts/en';
import { zh } from '../texts/zh';
import {
  type FieldKind,
  type FieldKindFacts,
  fieldKinds,
  kindOfFieldType,
  kindOfValue,
  operatorsFor,
} from './field-kinds';
import type { Json } from './json';

const source = resolve(import.meta.dirname, '..');
const names = fieldKinds.join('|');

/** Code that compares a kind with a name: by an operator, in a case, or in a list of names. */
const comparisons = [
  new RegExp(`\\bkind\\)? [!=]== '(?:${names})'`, 'g'),
  new RegExp(`'(?:${names})' [!=]== [\\w.?]*\\bkind\\b`, 'g'),
  new RegExp(`\\[\\s*'(?:${names})',\\s*'(?:${names})'`, 'g'),
  /switch \([\w.?]*\bkind\)/g,
];
/** Kinds of something else: of what is dropped on a page, a dialog, a preview, an event, a step in a tree, a line of the log, a measure. */
const otherKinds =
  /(?:dialog|handle)\?\.kind|LOG_FORMATS|=> kind === 'file'\) as|^(?:files|pages\/files|pages\/events|ui|insight\/questions\/measure\.ts)\b/;

describe('the list of field kinds', () => {
  test('is the only place that compares type names', () => {
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/test-|contract\/field-kinds/.test(path))
      .flatMap((path) => {
        const lines = readFileSync(join(source, path), 'utf8').split('\n');
        return lines
          .filter((line) => comparisons.some((form) => line.search(form) >= 0))
          .map((line) => `${relative(source, join(source, path))}: ${line.trim()}`);
      });
    expect(found.filter((line) => !otherKinds.test(line))).toEqual([]);
  });

  test('gives each type everything the console needs', () => {
    for (const kind of fieldKinds) {
      expect(operatorsFor(kind)).toContain('em');
      expect(cellKinds[kind].contentOf).toBeTypeOf('function');
      const key = kind.replaceAll('-', '_') as keyof typeof en.import.columns.kinds;
      for (const texts of [en, zh]) expect([texts.grid.kind[key], texts.import.columns.kinds[key]]).not.toContain('');
    }
    expect(['category', 'datetime', 'never heard of', 'constructor'].map(kindOfFieldType)).toEqual([
      ...['option', 'date', null, null],
    ]);
  });

  test.each<[Json, FieldKind]>([
    [[{ id: '1', name: 'Red', color: '#f00' }], 'option'],
    [[{ name: 'Red' }], 'option'],
    [[{ id: '7', name: 'Bolt', qty: 1 }], 'json'],
    [{ item_id: '4', title: 'Four' }, 'relation'],
    [{ item_id: '4', title: 'Four', qty: 1 }, 'json'],
    [[{ user_id: '5', name: 'Ann' }], 'user'],
    [
      [
        { user_id: '5', name: 'Ann' },
        { user_id: '6', role: 'owner' },
      ],
      'json',
    ],
    [[{ name: 'a.png', link: { source: 'https://a.example' } }], 'file'],
    [{ name: 'Docs', link: 'https://a.example' }, 'json'],
  ])('takes %j for %s: a reference is nothing but one', (value, kind) => expect(kindOfValue(value)).toBe(kind));

  test('has no incomplete type: the compiler refuses these', () => {
    const { text, ...others } = cellKinds;
    // @ts-expect-error: no drawing and no editor for one kind
    const drawn: Record<FieldKind, unknown> = others;
    // @ts-expect-error: nothing but its operators is known of a kind
    const known: FieldKindFacts = { operators: ['em'] };
    expect([text, drawn, known]).not.toContain(undefined);
  });
});
