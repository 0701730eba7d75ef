/** The embedded service with its data, for tests that read them. */
import { afterAll, beforeAll, vi } from 'vitest';
import { type Database, openDatabase } from '../database/database';
import { createService, type Service } from './service';

/** Opens it for all tests of a file, and closes it after them. @param ready told once everything is loaded */
export function withService(seed: 'small' | 'full', loadingMs: number, ready: (service: Service) => void): void {
  let database: Database;
  let service: Service;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    const unused = { callbackAddress: () => 'test:', deliver: async () => true, pause: async () => {} };
    service = await createService({ database, clock: Date.now, seed, ...unused });
    await service.start();
    await vi.waitUntil(() => service.progress().done, { timeout: loadingMs });
    ready(service);
  }, loadingMs);
  afterAll(async () => {
    await service?.stop();
    await database?.close();
  });
}
