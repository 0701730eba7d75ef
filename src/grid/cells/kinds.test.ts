import { describe, expect, test } from 'vitest';
import { type FieldKind, fieldKinds } from '../../contract/field-kinds';
import { type Json, parseJson } from '../../contract/json';
import type { FieldConfig } from '../../contract/tables';
import { type CellWords, contentOf, isOfKind, surelyFits, textOfValue } from './kinds';
import { previewLength } from './preview';

const words: CellWords = { null: 'null', missing: 'missing', empty: 'empty', yes: 'yes', no: 'no', misfit: 'misfit' };
const config: FieldConfig = {
  field_id: '22',
  name: 'Segment',
  field_type: 'category',
  required: false,
  config: { options: [{ id: '91', name: 'Flagship', color: null }] },
};

/** What a cell shows. */
function shown(value: Json | undefined, kind: FieldKind, field: FieldConfig | null = null): string {
  const content = contentOf(value, kind, { words, config: field });
  if (typeof content === 'string') return content;
  return content.map(({ text, initial = '' }) => `${initial}${text}`).join('');
}

const large = 'x'.repeat(2_000_000);
const largeValues: Json[] = [
  large,
  [large],
  { name: large },
  { name: large, id: large },
  Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), name: large })),
  { coordinate: { lat: large, lon: large }, address: large },
  { lat: large, lng: 1 },
  { [large]: large },
  `<p>${large}</p>`,
];

describe.each(fieldKinds)('a cell of kind %s', (kind) => {
  test('distinguishes missing, null and empty', () => {
    expect([undefined, null, '', []].map((value) => shown(value, kind))).toEqual(['missing', 'null', 'empty', 'empty']);
  });

  test('renders no more of a large value than of a small one', () => {
    for (const value of largeValues) {
      expect(shown(value, kind, config).length).toBeLessThan(4 * previewLength);
      expect(textOfValue(value, { kind, config }, words).length).toBeLessThanOrEqual(previewLength + 1);
    }
  });

  test('shows a value of unknown shape as JSON', () => {
    expect(shown({ odd: { deep: [1, true] } }, kind)).toContain('"odd"');
  });

  test('shows a plain text as it is', () => {
    expect(shown('plain words', kind)).toContain('plain words');
  });
});

describe('what a cell shows', () => {
  test('integers of any size, every digit', () => {
    expect(shown(parseJson('9007199254740993') as Json, 'number')).toBe('9007199254740993');
    expect(shown(-12.5, 'number')).toBe('-12.5');
    expect(shown(0, 'number')).toBe('0');
  });

  test('times exactly as sent', () => {
    expect(shown('2026-01-02 03:04:05', 'date')).toBe('2026-01-02 03:04:05');
    expect(shown('2026-01-02', 'date')).toBe('2026-01-02');
    expect(shown('0000-00-00', 'date')).toBe('0000-00-00');
  });

  test('switches in words', () => {
    expect([true, false, 1, 0].map((value) => shown(value, 'switch'))).toEqual(['yes', 'no', 'yes', 'no']);
  });

  test('options by name, from the value or from the table config', () => {
    expect(shown([{ id: '91', name: 'Flagship' }], 'option')).toBe('Flagship');
    expect(shown(['91'], 'option', config)).toBe('Flagship');
    expect(shown(['92'], 'option', config)).toBe('92');
  });

  test('users by name and initial', () => {
    expect(shown({ user_id: '7', name: 'Ana' }, 'user')).toBe('AAna');
  });

  test('relations by title, however many they are', () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ item_id: String(index), title: `r${index}` }));
    expect(shown([{ item_id: '5', title: 'Main station' }], 'relation')).toBe('Main station');
    expect(shown(many, 'relation')).toBe('r0r1r2r3r4r5r6r7+3');
  });

  test('files by name or ID', () => {
    expect(shown([{ file_id: '61', name: 'map.png' }, '62'], 'file')).toBe('2map.png62');
    expect(shown([{ file_id: '61', name: 'map.png' }], 'file')).toBe('map.png');
  });

  test('a place by name, with its coordinates as sent', () => {
    expect(shown({ name: 'Pier', coordinate: { lat: '1.50', lon: '2' } }, 'location')).toBe('Pier1.50, 2');
    expect(shown({ lat: 1.5, lng: 2 }, 'location')).toBe('1.5, 2');
  });

  test('texts on one line; rich text without markup', () => {
    expect(shown('two\nlines', 'text')).toBe('two ⏎ lines');
    expect(shown('<p>Two <b>words</b></p>', 'long-text')).toContain('Two');
    expect(shown('<p>Two <b>words</b></p>', 'long-text')).not.toContain('<b>');
    expect(shown('<p>Two</p>', 'text')).toBe('<p>Two</p>');
  });

  test('a value of another type by its own type', () => {
    expect(shown(true, 'number')).toBe('yes');
    expect(shown(12, 'date')).toBe('12');
    expect(shown('n/a', 'number')).toBe('n/a');
    expect(shown('soon', 'date')).toBe('soon');
    expect(shown([{ id: '1', name: 'A' }], 'text')).toContain('A');
  });
});

describe('the mark of a value that does not fit', () => {
  const misfits = (value: Json, kind: FieldKind) => {
    const content = contentOf(value, kind, { words, config: null });
    return typeof content !== 'string' && content.some(({ look, title }) => look === 'misfit' && title === 'misfit');
  };

  test('is shown for each value of another type, and no other', () => {
    expect([12, 'n/a', true, '2026-01-02'].map((value) => misfits(value, 'number'))).toEqual([false, true, true, true]);
    expect(['2026-01-02', '18:05', '0000-00-00', 'soon', 3].map((value) => misfits(value, 'date'))).toEqual([
      ...[false, false, false, true, true],
    ]);
    expect([true, 0, 'yes', 2].map((value) => misfits(value, 'switch'))).toEqual([false, false, true, true]);
    expect(['words', 'a\nb', 5, { a: 1 }].map((value) => misfits(value, 'text'))).toEqual([false, false, true, true]);
    expect([['91'], '91', { lat: 1, lon: 2 }, true].map((value) => misfits(value, 'option'))).toEqual([
      ...[false, false, true, true],
    ]);
    expect(['Pier', { lat: 1, lon: 2 }].map((value) => misfits(value, 'location'))).toEqual([true, false]);
  });

  test.each(fieldKinds)('loads %s without its icon', (kind) => {
    for (const value of [...largeValues, 0, 'words', null, '', []]) {
      expect(isOfKind(value, kind, { words, config })).toBe(!misfits(value, kind));
    }
  });
});

describe('what surely fits into its cell', () => {
  const fits = (value: Json, kind: FieldKind, width: number) =>
    surelyFits(contentOf(value, kind, { words, config }), kind, width);

  test('is told from the characters and the width', () => {
    expect([150, 160, 200].map((width) => fits('2300000000000005', 'text', width))).toEqual([false, true, true]);
    expect(fits('2026-01-02', 'date', 130)).toBe(true);
    expect(fits('WWWWWWWW', 'text', 130)).toBe(true);
    expect(fits('WWWWWWWWW', 'text', 130)).toBe(false);
    expect(fits('北京市朝阳区', 'text', 130)).toBe(true);
    expect(fits('北京市朝阳区建国路', 'text', 130)).toBe(false);
  });

  test('may be one chip or one word, never several parts or what has a picture', () => {
    expect(fits(['91'], 'option', 160)).toBe(true);
    expect(fits(['91', '91'], 'option', 600)).toBe(false);
    expect(fits(null, 'number', 110)).toBe(true);
    expect(fits(true, 'switch', 110)).toBe(true);
    expect(fits('n/a', 'number', 600)).toBe(false);
    expect(fits([{ id: '1', name: 'A' }], 'user', 600)).toBe(false);
  });

  test('has no characters of unknown width', () => {
    expect(fits('🏳️‍🌈', 'text', 600)).toBe(false);
    expect(fits('\ufdfd', 'text', 600)).toBe(false);
  });
});
