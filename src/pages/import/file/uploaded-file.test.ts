import { describe, expect, test, vi } from 'vitest';
import { ConsoleDatabase } from '../../../storage/database';
import { dropSavedFile, fileOfHandle, readSavedFile, writeSavedFile } from './uploaded-file';

const place = { environment: 'lab', table_id: '21' };

describe('the file of an import', () => {
  test('is kept for its table with its format until it is released', async () => {
    const db = new ConsoleDatabase('kept-file');
    expect(await readSavedFile(place, db)).toBeNull();
    await writeSavedFile(place, { name: 'a.csv', blob: new Blob(['secret rows']) }, { headerLine: 3 }, db);
    expect(await readSavedFile(place, db)).toEqual({
      name: 'a.csv',
      choice: { headerLine: 3 },
      handle: null,
      pasted: false,
    });
    expect(await readSavedFile({ ...place, table_id: '22' }, db)).toBeNull();
    // The rows are in the file, and nowhere else.
    expect(JSON.stringify(await db.tableSettings.toArray())).not.toContain('secret rows');
    await dropSavedFile(place, db);
    expect(await readSavedFile(place, db)).toBeNull();
    await db.delete();
  });

  test('is reopened only with the browser’s permission', async () => {
    const getFile = vi.fn(async () => new File(['a'], 'a.csv'));
    const handle = (state: PermissionState) =>
      ({ getFile, requestPermission: async () => state }) as unknown as FileSystemFileHandle;
    expect((await fileOfHandle(handle('granted'))).name).toBe('a.csv');
    await expect(fileOfHandle(handle('denied'))).rejects.toMatchObject({ name: 'NotAllowedError' });
    expect(getFile).toHaveBeenCalledOnce();
  });
});
