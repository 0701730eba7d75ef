import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testClient } from '../api/wire/test-client';
import { writeRemembered } from '../storage/local-settings';
import {
  endSeal,
  endSealingHalf,
  type Held,
  keepSealed,
  seal,
  sealedHere,
  sealingHalf,
  unseal,
} from './sealed-connection';

const [half, another] = ['a'.repeat(43), 'b'.repeat(43)];
const opened = async (sealed: string, purpose: string, gateways = half) =>
  unseal(sealed, purpose, gateways, await sealingHalf(purpose));

describe('a seal', () => {
  test('opens only for its purpose, until this browser’s half expires', async () => {
    const [prod, lab] = [await seal('key of prod', 'prod', half), await seal('key of lab', 'lab', half)];
    expect(prod).not.toContain('key of prod');
    expect(await opened(prod, 'prod')).toBe('key of prod');
    await expect(opened(prod, 'lab')).rejects.toThrow();

    await endSealingHalf('prod');
    await expect(opened(prod, 'prod')).rejects.toThrow();
    expect(await opened(lab, 'lab')).toBe('key of lab');
    expect(await opened(await seal('another', 'prod', half), 'prod')).toBe('another');
  });

  test('does not open with the browser’s half alone, nor with the gateway’s', async () => {
    const sealed = await seal('key of prod', 'alone', half);
    for (const guess of [another, '', 'alone']) await expect(opened(sealed, 'alone', guess)).rejects.toThrow();
    const [parameters, usages] = [{ name: 'HMAC', hash: 'SHA-256' }, ['sign']] as const;
    const others = await crypto.subtle.importKey('raw', new TextEncoder().encode(half), parameters, false, usages);
    await expect(unseal(sealed, 'alone', half, others)).rejects.toThrow();
    const mine = await sealingHalf('alone');
    expect([mine.extractable, mine.usages]).toEqual([false, ['sign']]);
  });

  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = 'warehouse-console-seal';

  /** The database of the halves as a console of another version left it. */
  async function leftBy(version: number, store: string): Promise<IDBDatabase> {
    await settled(indexedDB.deleteDatabase(database));
    const opening = indexedDB.open(database, version);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store).put('a key of before', 'prod');
    return settled(opening);
  }

  test('of the old form, which one key opened, is deleted with that key', async () => {
    (await leftBy(1, 'keys')).close();
    expect((await sealingHalf('prod')).algorithm.name).toBe('HMAC');
  });

  test('is made and opened also where a newer version has made the database, unless it is another one there', async () => {
    (await leftBy(99, 'keys')).close();
    expect(await opened(await seal('key of lab', 'lab', half), 'lab')).toBe('key of lab');
    (await leftBy(99, 'other')).close();
    await expect(sealingHalf('lab')).rejects.toThrow();
    await settled(indexedDB.deleteDatabase(database));
  });

  test('is not waited for while a tab of an older version holds the database, and is made once it is closed', async () => {
    const older = await leftBy(1, 'keys');
    await expect(sealingHalf('lab')).rejects.toThrow('Another tab');
    await expect(sealingHalf('lab')).rejects.toThrow('Another tab');
    older.close();
    await vi.waitFor(async () => expect((await sealingHalf('lab')).algorithm.name).toBe('HMAC'));
  });
});

describe('a connection kept for a reload', () => {
  const environment = { ...testClient().environment, requestsPerSecond: 10 };
  const value: Held = {
    ...{ apiKey: 'key-of-the-customer', via: 'customer', identity: 'id', expiresAt: null },
    ...{ inboxKey: 'key-of-the-customer', provider: null, customerKey: null },
  };
  const name = `connection:${environment.name}`;
  let stored: Map<string, string>;
  /** What the gateway holds; an error: it does not answer. */
  let gateway: { half: string | null } | Error;
  let asked: string[];

  beforeEach(() => {
    const storage = () => {
      const values = new Map<string, string>();
      const face = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, text: string) => void values.set(key, text),
        removeItem: (key: string) => void values.delete(key),
      };
      return { values, face };
    };
    const session = storage();
    stored = session.values;
    vi.stubGlobal('sessionStorage', session.face);
    vi.stubGlobal('localStorage', storage().face);
    writeRemembered('seal-owed', false);
    gateway = { half: null };
    asked = [];
    vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
      if (gateway instanceof Error) throw gateway;
      asked.push(String(method));
      if (method === 'PUT') gateway.half ??= half;
      if (method === 'DELETE') gateway.half = null;
      return Response.json({ half: gateway.half });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is restored with both halves after one request to the gateway', async () => {
    expect(await sealedHere(environment.name)).toBeNull();
    expect(asked).toEqual([]);
    expect(await keepSealed(environment, value, () => true)).toBe(true);
    expect(stored.get(name)).not.toContain(value.apiKey);
    expect(await sealedHere(environment.name)).toEqual({ environment, held: value });
    expect(asked).toEqual(['PUT', 'POST']);
  });

  test.each([
    ['holds the half no more', { half: null }],
    ['holds another one', { half: another }],
  ])('has ended, and is taken away, where the gateway %s', async (_how, now) => {
    await keepSealed(environment, value, () => true);
    gateway = now;
    expect(await sealedHere(environment.name)).toBe('ended');
    expect(stored.has(name)).toBe(false);
    expect(await sealedHere(environment.name)).toBeNull();
  });

  test('is kept while the gateway does not respond', async () => {
    await keepSealed(environment, value, () => true);
    const before = gateway;
    gateway = new Error('no network');
    await expect(sealedHere(environment.name)).rejects.toThrow('no network');
    gateway = before;
    expect(await sealedHere(environment.name)).toMatchObject({ held: value });
    gateway = new Error('no network');
    expect(await keepSealed(environment, value, () => true)).toBe(false);
  });

  test('is unreadable once ended; a half that could not be deleted is deleted with the next request', async () => {
    await keepSealed(environment, value, () => true);
    const kept = stored.get(name) ?? '';
    await endSeal(environment.name);
    await expect(opened(kept, name)).rejects.toThrow();
    expect(gateway).toEqual({ half: null });

    await keepSealed(environment, value, () => true);
    gateway = new Error('no network');
    await endSeal(environment.name);
    gateway = { half };
    asked = [];
    expect(await sealedHere(environment.name)).toBe('ended');
    expect([asked, gateway]).toEqual([['DELETE', 'POST'], { half: null }]);
  });
});
