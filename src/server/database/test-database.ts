/** Databases for tests: copies of one that was initialised once for all of them, as that takes seconds. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase } from './database';

declare module 'vitest' {
  interface ProvidedContext {
    initialisedDatabase: string;
  }
}

/** Before all tests, by vitest's `globalSetup`. @returns what takes the database away after them */
export default async function initialise({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-database-'));
  await (await openDatabase({ dataDir: folder })).close();
  provide('initialisedDatabase', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Puts an empty database into a folder. */
export function copyInitialised(folder: string): void {
  cpSync(inject('initialisedDatabase'), folder, { recursive: true });
}

/** Puts the empty databases of a gateway into a folder. */
export function copyInitialisedGateway(folder: string): void {
  for (const place of [folder, join(folder, 'gateway')]) copyInitialised(place);
}

/** An empty database that goes when it is closed; the Postgres of `TEST_DATABASE_URL`, where that is set. */
export async function openTestDatabase(): Promise<Database> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  if (databaseUrl) return openDatabase({ dataDir: '', databaseUrl });
  const dataDir = mkdtempSync(join(tmpdir(), 'warehouse-console-test-'));
  copyInitialised(dataDir);
  const database = await openDatabase({ dataDir });
  return {
    ...database,
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
