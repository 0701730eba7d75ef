import { expect, test } from 'vitest';
import { extensionOf, previewKindOf } from './preview-kind';

const file = (name: string, ext = '', filetype: string | null = null) => ({ name, ext, filetype });

test('the extension is taken from its field, else from the name, with or without dot, in any case', () => {
  expect(extensionOf(file('a.bin', '.PNG'))).toBe('png');
  expect(extensionOf(file('门店.Tar.GZ'))).toBe('gz');
  expect(extensionOf(file('README'))).toBe('');
});

test('a file is shown by its extension, whatever its filetype says', () => {
  expect(previewKindOf(file('a', 'jpg', 'attachment'))).toBe('image');
  expect(previewKindOf(file('list.csv'))).toBe('table');
  expect(previewKindOf(file('places.geojson'))).toBe('json');
  expect(previewKindOf(file('notes.md'))).toBe('text');
  expect(previewKindOf(file('contract.pdf', 'pdf', 'image'))).toBe('pdf');
});

test('without a known extension the filetype decides, as word or as media type', () => {
  expect(previewKindOf(file('clip', '', 'video/x-matroska'))).toBe('video');
  expect(previewKindOf(file('photo', '', 'Image'))).toBe('image');
});

test('an unknown type is not guessed', () => {
  expect(previewKindOf(file('report.docx', 'docx', 'doc'))).toBe('none');
  expect(previewKindOf(file('constructor', 'constructor'))).toBe('none');
});
