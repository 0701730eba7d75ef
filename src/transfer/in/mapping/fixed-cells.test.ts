import { beforeEach, describe, expect, test } from 'vitest';
import { ImportSession } from '../worker/import-session';
import { type CellFix, readingOf, withFixes } from './fixed-cells';
import type { MappedColumn } from './mapping';

const options = { signal: new AbortController().signal, onProgress: () => {} };
const name: MappedColumn = { column: 0, field_id: 'name', kind: 'text', config: null, blank: 'keep' };
const size: MappedColumn = { column: 1, field_id: 'size', kind: 'number', config: null, blank: 'keep' };
const mapped = [name, size];
const fix = (line: number, own: MappedColumn, text: string): CellFix => ({
  line,
  column: own.column,
  text,
  as: readingOf(own),
});

let session: ImportSession;
beforeEach(async () => {
  session = new ImportSession();
  await session.open({ file: new Blob(['Name,Size\nOne,1\nTwo,abc\nTwo,3\n']), choice: {} }, options);
});

describe('a cell of a file that was fixed', () => {
  test('is what every step reads: rows, fit and keys; the row says what the file has', async () => {
    const fixed = [...withFixes(mapped, [fix(3, size, '42'), fix(4, name, 'Three')])];
    const rows = await session.records({ mapped: fixed, from: 0, to: 3 });
    expect(rows.map(({ cells, fixed: own }) => [cells.map(({ after }) => after), own])).toEqual([
      [['One', 1], undefined],
      [['Two', 42], [{ field_id: 'size', was: 'abc' }]],
      [['Three', 3], [{ field_id: 'name', was: 'Two' }]],
    ]);
    expect((await session.fit({ mapped }, options)).unfitRows).toBe(1);
    expect((await session.fit({ mapped: fixed }, options)).unfitRows).toBe(0);
    const duplicates = async (own: MappedColumn[]) =>
      (await session.keys({ mapped: own, also: [['name']] }, options)).find(({ fields }) => fields[0] === 'name')
        ?.duplicates;
    expect([await duplicates(mapped), await duplicates(fixed)]).toEqual([1, 0]);
  });

  test('is read as its column is: as a blank, and in the format of the column', async () => {
    const comma: MappedColumn = { ...size, written: 'comma' };
    const fixed = [...withFixes([name, comma], [fix(3, comma, '1,5'), fix(4, comma, '')])];
    const rows = await session.records({ mapped: fixed, from: 1, to: 3 });
    expect(rows.map(({ cells, blank }) => [cells[1]?.after, blank])).toEqual([
      [1.5, undefined],
      [undefined, ['size']],
    ]);
  });

  test('stands as long as its column is mapped as it was', () => {
    const fixes = [fix(3, size, '42')];
    const at = (own: MappedColumn) => withFixes([name, own], fixes).map((column) => column.fixes);
    expect(at(size)).toEqual([undefined, [[3, '42']]]);
    expect(at({ ...size, blank: 'clear' })).toEqual([undefined, [[3, '42']]]);
    expect(at({ ...size, kind: 'text' })).toEqual([undefined, undefined]);
    expect(at({ ...size, field_id: 'weight' })).toEqual([undefined, undefined]);
    expect(withFixes([name, size], fixes)[0]).toBe(name);
  });
});
