import { expect, test } from 'vitest';
import { openSource, SourceError } from './source-formats';

test.each<[string, BlobPart, string]>([
  ['nothing', '', 'empty'],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'old-excel'],
  ['a packed file', new Uint8Array([0x1f, 0x8b, 8]), 'packed'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'not-rows'],
  ['a broken workbook', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]), 'bad-workbook'],
])('%s is refused', async (_name, bytes, reason) => {
  await expect(openSource(new Blob([bytes]), {})).rejects.toEqual(new SourceError(reason as 'empty'));
});
