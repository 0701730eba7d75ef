import { expect, test } from 'vitest';
import type { FileDetails } from '../../../contract/files';
import { sortFiles } from './use-lookup';

const file = (file_id: string): FileDetails => ({
  file_id,
  name: `${file_id}.png`,
  ref_id: null,
  ref_type: null,
  link: {},
  size: null,
  ext: 'png',
  filetype: null,
});
const answer = (success: string[], fail: string[]) => ({ data: { success: success.map(file), fail } });

test('files are in the order of the IDs, whatever the response’s order', () => {
  const { found } = sortFiles([{ ids: ['3', '1', '2'], answer: answer(['1', '2', '3'], []) }]);
  expect(found.map(({ file }) => file.file_id)).toEqual(['3', '1', '2']);
});

test('a file knows the request of its links', () => {
  const second = answer(['2'], []);
  const { found } = sortFiles([
    { ids: ['1'], answer: answer(['1'], []) },
    { ids: ['2'], answer: second },
  ]);
  expect(found[1]).toEqual({ file: file('2'), call: 1, answer: second });
});

test('an ID is missing when the response says so, or does not mention it', () => {
  expect(sortFiles([{ ids: ['1', '2', '3'], answer: answer(['2'], ['3']) }]).missing).toEqual(['1', '3']);
});

test('an ID whose request is running is not missing', () => {
  expect(sortFiles([{ ids: ['1'], answer: undefined }])).toEqual({ found: [], missing: [] });
});
