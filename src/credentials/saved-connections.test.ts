import { expect, test } from 'vitest';
import { writeRemembered } from '../storage/local-settings';
import { brokenText, damaged } from '../storage/test-damage';
import {
  removeConnection,
  type SavedConnection,
  saveConnection,
  savedConnections,
  withConnection,
  withoutConnection,
} from './saved-connections';

const connection = (environment: string, identity: string, usedAt = 0): SavedConnection => ({
  environment,
  identity,
  workspaces: ['A', 'B', 'C', 'D'],
  workspaceCount: 4,
  usedAt,
});

test('the connection used last is listed first, once', () => {
  const list = withConnection([connection('prod', 'a', 1), connection('lab', 'b', 2)], connection('lab', 'b', 3));
  expect(list.map(({ environment, usedAt }) => [environment, usedAt])).toEqual([
    ['lab', 3],
    ['prod', 1],
  ]);
});

test('two keys of one environment are two connections', () => {
  const list = withConnection([connection('prod', 'a')], connection('prod', 'b'));
  expect(list.map(({ identity }) => identity)).toEqual(['b', 'a']);
  expect(withoutConnection(list, { environment: 'prod', identity: 'a' })).toHaveLength(1);
});

test('the list and its names are bounded', () => {
  let list: SavedConnection[] = [];
  for (let n = 0; n < 30; n += 1) list = withConnection(list, connection('prod', String(n)));
  expect(list).toHaveLength(12);
  expect(list[0]?.workspaces).toEqual(['A', 'B', 'C']);
});

test('what cannot be read is not listed, and is not lost with the next connection', () => {
  const whole = connection('prod', 'a', 5);
  for (const { how, value } of damaged(whole)) {
    writeRemembered('connections', [value]);
    for (const { workspaces, workspaceCount, usedAt } of savedConnections())
      expect(`${workspaces} ${workspaceCount} ${new Date(usedAt).toISOString()}`, how).not.toMatch(brokenText);
  }
  const newer = { ...whole, workspaces: { all: 12 } };
  writeRemembered('connections', [newer, { ...whole, colour: 'red' }, null]);
  saveConnection(connection('lab', 'b', 6));
  expect(savedConnections()).toEqual([
    { ...connection('lab', 'b', 6), workspaces: ['A', 'B', 'C'] },
    { ...whole, colour: 'red' },
  ]);
  removeConnection(whole);
  saveConnection(whole);
  expect(savedConnections().length).toBe(2);
  writeRemembered('connections', 'odd');
  expect(savedConnections()).toEqual([]);
});
