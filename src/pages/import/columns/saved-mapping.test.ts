import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import {
  headerKey,
  mapColumn,
  proposeMapping,
  recordIdField,
  type SavedChoice,
  savedChoices,
  type TargetField,
} from '../../../transfer/in/mapping/mapping';
import { headsOf } from '../../../transfer/in/source/header';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { readMapping, readSavedMapping, type SavedMapping, writeSavedMapping } from './saved-mapping';
import { type MappingState, useMapping } from './use-mapping';

const field: TargetField = { field_id: '22', name: 'Amount', kind: 'number', config: null };
const targets = [recordIdField, field];
const columns = headsOf(['Sum', 'Note', 'item_id']);
const mapping = mapColumn(proposeMapping(columns, targets), 0, field).map((own, index) =>
  index === 0
    ? { ...own, written: 'comma' as const, unfit: 'keep' as const, replacements: [['n/a', '0']] as const }
    : own,
);
const kept: SavedMapping = { columns: savedChoices(mapping, columns), key: ['item_id'] };

function Columns({ facts, onDrawn }: { facts: FileFacts; onDrawn(state: MappingState): void }) {
  onDrawn(useMapping({ environment: 'lab', tableId: '21', facts, targetFields: targets }));
  return null;
}

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

  test('suggested again forgets that of this header, and keeps those of other files', () => {
    const header = headsOf(['Total', 'Amuont', 'item_id']);
    const other = { ...kept.columns[0], name: 'Total', index: 0, field_id: '22' } as SavedChoice;
    const own = { name: 'Total', index: 0, field_id: null, kind: 'text', blank: 'keep' } as const;
    const queries = new QueryClient();
    queries.setQueryData(['import-mapping', 'lab', '21', headerKey(header)], {
      kept: { columns: [own], key: [] },
      earlier: [other],
    });
    const profile = { filled: 0, samples: [], texts: [], ids: null };
    const facts = { columns: header, profiles: header.map(() => profile) } as unknown as FileFacts;
    const given: MappingState[] = [];
    const onDrawn = (state: MappingState) => {
      if (given.push(state) === 1) state.take(null);
    };
    const page = createElement(Columns, { facts, onDrawn });
    renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, page));
    const ways = given.map(({ mapping }) => mapping.map(({ field_id, by }) => `${field_id} ${by}`));
    expect(ways[0]).toEqual(['null remembered', '22 alike', 'item_id id']);
    expect(ways.at(-1)).toEqual(['22 earlier', 'null none', 'item_id id']);
  });
});
