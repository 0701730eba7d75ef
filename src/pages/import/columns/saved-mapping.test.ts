import { describe, expect, test } from 'vitest';
import {
  headerKey,
  mapColumn,
  proposeMapping,
  recordIdField,
  savedChoices,
  type TargetField,
} from '../../../transfer/in/mapping/mapping';
import { headsOf } from '../../../transfer/in/source/header';
import { readMapping, readSavedMapping, type SavedMapping, writeSavedMapping } from './saved-mapping';

const field: TargetField = { field_id: '22', name: 'Amount', kind: 'number', config: null };
const targets = [recordIdField, field];
const columns = headsOf(['Sum', 'Note', 'item_id']);
const mapping = mapColumn(proposeMapping(columns, targets), 0, field).map((own, index) =>
  index === 0
    ? { ...own, written: 'comma' as const, unfit: 'keep' as const, replacements: [['n/a', '0']] as const }
    : own,
);
const kept: SavedMapping = { columns: savedChoices(mapping, columns), key: ['item_id'] };

describe('a mapping', () => {
  test('is remembered for one table and header, and restored unchanged', async () => {
    await writeSavedMapping('lab', '21', headerKey(columns), kept);
    await writeSavedMapping('lab', '21', headerKey(headsOf(['Other'])), { columns: [], key: [] });
    const again = await readSavedMapping('lab', '21', headerKey(columns));
    expect(again).toEqual(kept);
    expect(proposeMapping(columns, targets, again?.columns)).toMatchObject([
      {
        field_id: '22',
        kind: 'number',
        written: 'comma',
        unfit: 'keep',
        replacements: [['n/a', '0']],
        by: 'remembered',
      },
      { field_id: null, by: 'remembered' },
      { field_id: 'item_id', by: 'remembered' },
    ]);
    expect(await readSavedMapping('lab', '22', headerKey(columns))).toBeNull();
    expect(await readSavedMapping('other', '21', headerKey(columns))).toBeNull();
  });

  test('of an older version is still valid', () => {
    const old = { columns: kept.columns.map(({ instead: _none, ...own }) => own), key: kept.key };
    expect(readMapping(JSON.parse(JSON.stringify(old)))?.columns[0]).toMatchObject({ field_id: '22', misfit: 'keep' });
  });

  test('is exported and imported; another file is refused', () => {
    expect(readMapping(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    for (const other of [null, [], {}, { columns: [{ name: 'a' }] }, 'text']) expect(readMapping(other)).toBeNull();
  });
});
