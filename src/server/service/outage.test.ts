import { expect, it, vi } from 'vitest';
import { operations } from '../../contract/operations';
import { type Database, DatabaseUnavailable } from '../database/database';
import { openTestDatabase } from '../database/test-database';
import { testService } from './test-service';

it('responds 503 with Retry-After while its database does not, and cancels queries of readers who leave', async () => {
  const database = await openTestDatabase();
  let gone = false;
  const untils: AbortSignal[] = [];
  const shaky = (under: Database): Database => ({
    ...under,
    until(signal) {
      untils.push(signal);
      return shaky(under.until(signal));
    },
    query: (text, params) =>
      gone
        ? Promise.reject(new DatabaseUnavailable('The database does not respond: gone.'))
        : under.query(text, params),
  });
  const log = vi.fn();
  const service = await testService(shaky(database), { log });
  const { method, path } = operations.listWorkspaces;
  const leaving = new AbortController();
  const ask = () =>
    service.fetch(
      new Request(new URL(path, 'http://localhost'), {
        method,
        headers: { 'open-authorization': `Bearer ${service.demo.apiKey}` },
        signal: leaving.signal,
      }),
    );
  expect((await ask()).status).toBe(200);
  expect(untils.map(({ aborted }) => aborted)).not.toContain(true);
  expect(untils.length).toBeGreaterThan(0);
  gone = true;
  const answer = await ask();
  expect([answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code: number }).code]).toEqual([
    503,
    '5',
    503,
  ]);
  expect(log.mock.calls).toEqual([[expect.stringContaining('failed'), expect.any(DatabaseUnavailable)]]);
  const file = await service.fetch(new Request('http://localhost/files/1/2/3'));
  expect(file.status).toBe(403);
  leaving.abort();
  expect(untils.at(-1)?.aborted).toBe(true);
  await database.close();
});
