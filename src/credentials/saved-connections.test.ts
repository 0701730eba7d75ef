import { expect, test } from 'vitest';
import { type SavedConnection, withConnection, withoutConnection } from './saved-connections';

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
