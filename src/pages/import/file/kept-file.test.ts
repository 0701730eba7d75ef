import { describe, expect, test, vi } from 'vitest';
import { ConsoleDatabase } from '../../../storage/database';
import { dropKeptFile, readKeptFile, writeKeptFile } from './kept-file';
import { fileOfHandle } from './uploaded-file';

const place = { environment: 'lab', table_id: '21' };

describe('the file of an import', () => {
  test('is kept for its table with how it was read, until it is let go of', async () => {
    const db = new ConsoleDatabase('kept-file');
    expect(await readKeptFile(place, db)).toBeNull();
    await writeKeptFile(place, { name: 'a.csv', blob: new Blob(['secret rows']) }, { headerLine: 3 }, db);
    expect(await readKeptFile(place, db)).toEqual({
      name: 'a.csv',
      choice: { headerLine: 3 },
      handle: null,
      pasted: false,
    });
    expect(await readKeptFile({ ...place, table_id: '22' }, db)).toBeNull();
    // The rows are in the file, and nowhere else.
    expect(JSON.stringify(await db.tableSettings.toArray())).not.toContain('secret rows');
    await dropKeptFile(place, db);
    expect(await readKeptFile(place, db)).toBeNull();
    await db.delete();
  });

  test('is opened again after the browser was asked, and not without its leave', async () => {
    const getFile = vi.fn(async () => new File(['a'], 'a.csv'));
    const handle = (state: PermissionState) =>
      ({ getFile, requestPermission: async () => state }) as unknown as FileSystemFileHandle;
    expect((await fileOfHandle(handle('granted'))).name).toBe('a.csv');
    await expect(fileOfHandle(handle('denied'))).rejects.toMatchObject({ name: 'NotAllowedError' });
    expect(getFile).toHaveBeenCalledOnce();
  });
});
