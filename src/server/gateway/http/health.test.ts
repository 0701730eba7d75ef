import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { healthSchema } from '../../../contract/gateway';
import { ask, withGateways } from '../test-gateway';

const { open } = withGateways();

describe('health', () => {
  it('is served under any host name', async () => {
    const gateway = await open();
    const response = await gateway.fetch(new Request('http://10.1.2.3:4173/healthz'));
    expect(response.status).toBe(200);
    expect(v.parse(healthSchema, await response.json())).toEqual({
      ok: true,
      version: '1.2.3',
      database: { engine: 'pglite', ok: true },
      seeding: { loaded: 10, total: 40, done: false },
    });
  });

  it('responds 503 when the database does not', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    const broken = { engine: 'pglite' as const, query: gone, ping: gone };
    const ill = await open({ deps: { database: broken } });
    const response = await ill.fetch(ask('/healthz'));
    expect([response.status, (await response.json()).ok]).toEqual([503, false]);
  });

  it('is live whatever the database does, and ready while a separate connection responds', async () => {
    const waiting = () => new Promise<never>(() => {});
    const ping = vi.fn(async () => {});
    const busy = { engine: 'postgres' as const, query: waiting, ping };
    const gateway = await open({ deps: { database: busy } });
    const statusOf = async (path: string) => (await gateway.fetch(new Request(`http://10.1.2.3:4173${path}`))).status;
    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200]);
    ping.mockRejectedValueOnce(new Error('gone'));
    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503]);
    ping.mockImplementationOnce(waiting);
    expect(await statusOf('/readyz')).toBe(503);
    const version = await gateway.fetch(ask('/version'));
    expect([version.status, await version.json()]).toEqual([200, { version: '1.2.3' }]);
  });

  it('queries the database once for simultaneous checks, and again afterwards', async () => {
    const inAMoment = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
    const ping = vi.fn(inAMoment);
    const query = vi.fn(() => inAMoment().then(() => []));
    const gateway = await open({ deps: { database: { engine: 'postgres' as const, query, ping } } });
    const statusOf = async (path: string) => (await gateway.fetch(ask(path))).status;
    for (const rounds of [1, 2]) {
      const paths = ['/readyz', '/healthz', '/readyz', '/healthz'];
      expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200]);
      expect([ping, query].map(({ mock }) => mock.calls.length)).toEqual([rounds, rounds]);
    }
  });

  it('responds 503 when the disk of the database is nearly full', async () => {
    const query = async () => [];
    const ping = async () => {};
    for (const [freeBytes, status] of [
      [2 ** 20, 503],
      [2 ** 30, 200],
    ] as const) {
      const filling = { engine: 'pglite' as const, query, ping, freeBytes: async () => freeBytes };
      const gateway = await open({ deps: { database: filling } });
      expect((await gateway.fetch(ask('/healthz'))).status).toBe(status);
    }
  });
});
