import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { operations } from '../contract/operations';
import {
  addresses,
  byHand,
  formatActivitySearch,
  formatConnectSearch,
  formatExplorerSearch,
  formatFilesSearch,
  formatFindSearch,
  parseActivitySearch,
  parseConnectSearch,
  parseExplorerSearch,
  parseFilesSearch,
  parseFindSearch,
  paths,
} from './paths';

const id = fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String);
// `.` and `..` are resolved away by every browser; no environment, id or job has such a name.
const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '.' && text !== '..');

/** The values that the router reads from an address. */
function readBack(address: string, path: string): Readonly<Record<string, string | undefined>> | undefined {
  return matchRoutes([{ path: address }], path)?.[0]?.params;
}

describe('paths', () => {
  test('an address is parsed back to its values', () => {
    fc.assert(
      fc.property(name, id, id, (env, space, table) => {
        const place = { env, space, table };
        expect(readBack(addresses.records, paths.records(place))).toEqual(place);
        expect(readBack(addresses.import, paths.import(place))).toEqual(place);
        expect(readBack(addresses.job, paths.job({ env, id: space }))).toEqual({ env, id: space });
        expect(readBack(addresses.tables, paths.tables({ env, space, type: 'ext' }))).toEqual({
          env,
          space,
          type: 'ext',
        });
      }),
    );
  });

  test('the search part is added only when not empty', () => {
    const place = { env: 'embedded', space: '40', table: '21' };
    expect(paths.records(place)).toBe('/e/embedded/w/40/t/21');
    expect(paths.records(place, { record: '23' })).toBe('/e/embedded/w/40/t/21?record=23');
    expect(paths.files({ env: 'embedded' }, { ids: ['1', '2'] })).toBe('/e/embedded/files?ids=1%2C2');
    expect(paths.connect()).toBe('/connect');
  });
});

describe('the search of the smaller pages: parse is the inverse of format', () => {
  test('connect', () => {
    const next = fc.option(fc.webPath({ size: 'small' }).filter((path) => /^\/[a-z0-9]/i.test(path)));
    fc.assert(
      fc.property(fc.option(name), next, fc.constantFrom('used' as const, null), (environment, next, demo) => {
        expect(parseConnectSearch(formatConnectSearch({ environment, next, demo }))).toEqual({
          environment,
          next,
          demo,
        });
      }),
    );
  });
  test('connect leads only to a path of this origin', () => {
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      expect(parseConnectSearch(new URLSearchParams({ next })).next).toBeNull();
    }
    expect(parseConnectSearch('next=/e/a/w').next).toBe('/e/a/w');
  });
  test('tables', () => {
    fc.assert(
      fc.property(fc.string(), (find) => {
        expect(parseFindSearch(formatFindSearch({ find }))).toEqual({ find });
      }),
    );
  });
  test('files, reporting what is not an ID', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), (ids) => {
        expect(parseFilesSearch(formatFilesSearch({ ids }))).toEqual({ ids, refused: [] });
      }),
    );
    expect(parseFilesSearch('ids=1,%20x,2,,1')).toEqual({ ids: ['1', '2'], refused: ['x'] });
  });
  test('activity', () => {
    fc.assert(
      fc.property(fc.option(fc.nat()), fc.string(), (request, find) => {
        expect(parseActivitySearch(formatActivitySearch({ request, find }))).toEqual({ request, find });
      }),
    );
  });
  test('events', () => {
    fc.assert(
      fc.property(fc.string(), (find) => {
        expect(parseFindSearch(formatFindSearch({ find }))).toEqual({ find });
      }),
    );
  });
  test('explorer, known operations only', () => {
    const operation = fc.option(fc.constantFrom(...(Object.keys(operations) as (keyof typeof operations)[])));
    fc.assert(
      fc.property(operation, (operation) => {
        expect(parseExplorerSearch(formatExplorerSearch({ operation }))).toEqual({ operation });
      }),
    );
    expect(parseExplorerSearch(formatExplorerSearch({ operation: byHand }))).toEqual({ operation: byHand });
    expect(parseExplorerSearch('operation=constructor')).toEqual({ operation: null });
  });
});
