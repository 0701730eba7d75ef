import { describe, expect, test } from 'vitest';
import writeExcel from 'write-excel-file/node';
import { ImportSession } from './import-session';

const options = { signal: new AbortController().signal, onProgress: () => {} };

describe('an import session', () => {
  test('reads a workbook: sheets, dates and numbers as shown, long digits and leading zeros as text', async () => {
    const day = new Date(Date.UTC(2026, 1, 3));
    const sheet = [
      [{ value: 'Id' }, { value: 'Day' }, { value: 'Sum' }, { value: 'On' }],
      [
        { value: '00123456789012345678', type: String },
        { value: day, type: Date, format: 'yyyy-mm-dd' },
        { value: 0.1 + 0.2, type: Number },
        { value: true, type: Boolean },
      ],
    ];
    const file = (await writeExcel([
      { data: [[{ value: 'nothing' }]], sheet: 'Notes' },
      { data: sheet, sheet: 'Rows' },
    ] as never).toBuffer()) as Buffer;
    const blob = new Blob([new Uint8Array(file)]);
    const session = new ImportSession();
    const first = await session.open({ file: blob, choice: {} }, options);
    expect(first).toMatchObject({ format: 'xlsx', sheets: [{ name: 'Notes' }, { name: 'Rows', rows: 2 }], sheet: 0 });
    const facts = await session.open({ file: blob, choice: { sheet: 1 } }, options);
    expect(facts.columns.map(({ name }) => name)).toEqual(['Id', 'Day', 'Sum', 'On']);
    expect(await session.rows({ from: 0, to: 9 })).toMatchObject([
      { line: 2, cells: ['00123456789012345678', '2026-02-03', 0.3, 'TRUE'] },
    ]);
  });

  test('returns pages of what was read; a cancelled request ends', async () => {
    const lines = Array.from({ length: 5000 }, (_line, index) => `${index},"row ${index}"`);
    const session = new ImportSession();
    const facts = await session.open({ file: new Blob([`id,name\n${lines.join('\n')}\n`]), choice: {} }, options);
    expect(facts).toMatchObject({
      rows: 5000,
      broken: 0,
      headerLine: 1,
      profiles: [{ filled: 5000 }, { filled: 5000 }],
    });
    const rows = await session.rows({ from: 4321, to: 4323 });
    expect(rows).toMatchObject([
      { row: 4321, line: 4323, cells: ['4321', 'row 4321'] },
      { row: 4322, line: 4324, cells: ['4322', 'row 4322'] },
    ]);
    const mapped = [{ column: 0, field_id: 'f', kind: 'number' as const, config: null, blank: 'keep' as const }];
    expect(await session.recordsAt({ mapped, rows: [4321, 0, 4999] })).toMatchObject(
      ['4321', '0', '4999'].map((text) => ({ line: Number(text) + 2, cells: [{ field_id: 'f', text }] })),
    );
    expect(await session.fit({ mapped }, options)).toMatchObject({ rows: 5000, unfitRows: 0 });
    expect(await session.keys({ mapped, also: [] }, options)).toMatchObject([
      { fields: ['f'], duplicates: 0, empty: 0 },
    ]);
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(session.fit({ mapped }, { ...options, signal: stopped })).rejects.toThrow('stopped');
  });
});
