import { describe, expect, test } from 'vitest';
import { exportText, withoutLinks } from './export-columns';

const signed = 'https://files.example.com/a.png?expires=1790000000&signature=0a1b';

describe('a value in a file', () => {
  test('of files has IDs, in whatever form it was loaded', () => {
    expect(withoutLinks([61, 62], 'file')).toEqual([61, 62]);
    expect(withoutLinks([{ file_id: 61, name: 'a.png', link: { source: signed } }], 'file')).toEqual([61]);
    expect(withoutLinks([{ file_id: '9007199254740993', url: signed }], 'file')).toEqual([9007199254740993n]);
    expect(withoutLinks([{ name: 'a.png', link: { source: signed } }], 'file')).toEqual(['a.png']);
    expect(withoutLinks(signed, 'file')).toBeUndefined();
    expect(exportText([{ file_id: 61, name: 'a.png' }, { file_id: 62 }], 'file', null, 'names')).toBe('61, 62');
  });

  test('of people has no picture', () => {
    const person = [{ user_id: 'u1', name: 'Ann', avatar: '/env/lab/files/a?signature=1' }];
    expect(withoutLinks(person, 'user')).toEqual([{ user_id: 'u1', name: 'Ann' }]);
    expect(exportText(person, 'user', null, 'names')).toBe('Ann');
    expect(exportText(person, 'user', null, 'ids')).toBe('u1');
  });

  test('of any other type loses only signed links in objects', () => {
    const value = { home: 'https://example.com/?q=1', deep: [{ a: signed, b: 'https://example.com/b' }], link: 'text' };
    expect(withoutLinks(value, 'json')).toEqual({
      home: 'https://example.com/?q=1',
      deep: [{ b: 'https://example.com/b' }],
      link: 'text',
    });
  });

  test('that is a plain text stays unchanged', () => {
    expect(withoutLinks('see https://example.com/?token=1', 'text')).toBe('see https://example.com/?token=1');
    expect(exportText('  spaces ', 'text', null, 'names')).toBe('  spaces ');
  });

  test('that is empty is an empty cell; false and 0 are not empty', () => {
    for (const empty of [undefined, null, '', []]) expect(exportText(empty, 'json', null, 'names')).toBe('');
    expect(exportText(false, 'switch', null, 'names')).toBe('false');
    expect(exportText(0, 'number', null, 'names')).toBe('0');
  });
});
