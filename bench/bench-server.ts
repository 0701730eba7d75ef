import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuiltServer } from '../e2e/server';
import { createListener } from '../src/server/gateway/http/listener';
import { createSyntheticService, type SyntheticTable } from './synthetic-service';

/** The built console, a program of its own, before a platform of made-up tables in this process. */
export interface BenchServer {
  url: string;
  /** When the platform was called for records since the last call of this, in epoch milliseconds. */
  arrivals(): number[];
  /** What a field of each record holds, by the record's ID, as the platform has it. */
  values(table: SyntheticTable, field: string): Promise<Map<string, unknown>>;
  /** Keeps every response with records back from now on, until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

interface ListedRecord {
  item_id: string;
  fields: Record<string, unknown>;
}

/** Starts it. Environment `bench` may be called as often as anybody can, `slow` ten times a second, as a platform allows it (field notes). */
export async function startBenchServer(tables: readonly SyntheticTable[]): Promise<BenchServer> {
  const answer = createSyntheticService(tables);
  let arrivals: number[] = [];
  let held = Promise.resolve();
  const platform = createServer(
    createListener(
      async (request) => {
        if (request.url.includes('/dw_item')) {
          arrivals.push(Date.now());
          await held;
        }
        return answer(request);
      },
      () => {},
    ),
  );
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-bench-'));
  const config = join(folder, 'config.json');
  const environment = { baseUrl, writable: true };
  const environments = [
    { ...environment, name: 'bench', requestsPerSecond: 1000 },
    { ...environment, name: 'slow', requestsPerSecond: 10 },
  ];
  writeFileSync(config, JSON.stringify({ environments }));
  const gateway = await startBuiltServer({ CONFIG: config });
  return {
    url: gateway.origin,
    arrivals() {
      const since = arrivals;
      arrivals = [];
      return since;
    },
    async values({ table_id, rows }, field) {
      const held = new Map<string, unknown>();
      for (let offset = 0; offset < rows; offset += 100) {
        const body = JSON.stringify({ table_id, limit: 100, offset });
        const response = await answer(new Request(`${baseUrl}/openapi/v1/dw_item/list`, { method: 'POST', body }));
        const { items } = ((await response.json()) as { data: { items: ListedRecord[] } }).data;
        for (const { item_id, fields } of items) held.set(item_id, fields[field]);
      }
      return held;
    },
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async close() {
      await gateway.stop('SIGTERM');
      platform.closeAllConnections();
      await new Promise((resolve) => platform.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
