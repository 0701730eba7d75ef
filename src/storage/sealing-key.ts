/**
 * The keys that seal what this browser keeps of credentials, one for each purpose: made here, not extractable, so that neither script nor disk can give
 * them away. By themselves and without Dexie, because every cold start needs one before anything else.
 */
const databaseName = 'warehouse-console-seal';
const storeName = 'keys';

/** The sealing key of a purpose, made on first use. @throws DOMException where storage or WebCrypto is denied */
export async function sealingKey(purpose: string): Promise<CryptoKey> {
  const database = await open();
  try {
    const kept = await settled<CryptoKey | undefined>(
      database.transaction(storeName).objectStore(storeName).get(purpose),
    );
    if (kept) return kept;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    // Another tab may have been first: its key counts.
    const first = await settled<CryptoKey | undefined>(store.get(purpose));
    if (first) return first;
    await settled(store.put(made, purpose));
    return made;
  } finally {
    database.close();
  }
}

/** Ends the sealing key of a purpose: whatever it sealed, also in a tab that is closed and may be opened again, is noise from now on. */
export async function endSealingKey(purpose: string): Promise<void> {
  const database = await open();
  try {
    await settled(database.transaction(storeName, 'readwrite').objectStore(storeName).delete(purpose));
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
