/**
 * The one key that seals what this browser keeps of credentials: made here, not extractable, so that neither script nor disk can give it away. By
 * itself and without Dexie, because every cold start needs it before anything else.
 */
const databaseName = 'warehouse-console-seal';
const storeName = 'keys';
const keyName = 'seal';

/** The sealing key, made on first use. @throws DOMException where storage or WebCrypto is denied */
export async function sealingKey(): Promise<CryptoKey> {
  const database = await open();
  try {
    const kept = await settled<CryptoKey | undefined>(
      database.transaction(storeName).objectStore(storeName).get(keyName),
    );
    if (kept) return kept;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    // Another tab may have been first: its key counts.
    const first = await settled<CryptoKey | undefined>(store.get(keyName));
    if (first) return first;
    await settled(store.put(made, keyName));
    return made;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
