import { expect, test } from 'vitest';
import type { Workspace } from '../../contract/tables';
import { demoDestinationOf, destinationOf } from './use-connect';

const workspace = (space_id: string): Workspace => ({ space_id, name: space_id, created_on: null, cover_image: null });

test('returns to the address that asked for the key', () => {
  expect(destinationOf('prod', [workspace('40')], '/e/prod/w/41/t/21?record=1')).toBe('/e/prod/w/41/t/21?record=1');
});

test('does not return to an address of another environment', () => {
  expect(destinationOf('prod', [workspace('40'), workspace('41')], '/e/production/w')).toBe('/e/prod/w');
});

test('one workspace leads to its tables, several to the choice', () => {
  expect(destinationOf('prod', [workspace('40')], null)).toBe('/e/prod/w/40/tables/ext');
  expect(destinationOf('prod', [workspace('40'), workspace('41')], null)).toBe('/e/prod/w');
  expect(destinationOf('prod', [], null)).toBe('/e/prod/w');
});

test('the demo returns to the requested address, else to the tables of its first workspace', () => {
  const spaces = [workspace('40'), workspace('41')];
  expect(demoDestinationOf('embedded', spaces, '/e/embedded/files?ids=1')).toBe('/e/embedded/files?ids=1');
  expect(demoDestinationOf('embedded', spaces, '/e/prod/files')).toBe('/e/embedded/w/40/tables/ext');
  expect(demoDestinationOf('embedded', spaces, null)).toBe('/e/embedded/w/40/tables/ext');
  expect(demoDestinationOf('embedded', [], null)).toBe('/e/embedded/w');
});
