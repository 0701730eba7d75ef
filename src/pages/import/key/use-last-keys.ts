import { useEffect, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { lastKeys } from '../../../jobs/ledger/use-jobs';
import { ownerOf } from '../../../jobs/runner/run-connection';
import type { KeyChoice } from '../wizard';

/** The keys of the last jobs of a table, the newest first; null while they are looked for. */
export function useLastKeys(client: Client, tableId: Id): readonly KeyChoice[] | null {
  const [keys, setKeys] = useState<readonly KeyChoice[] | null>(null);
  useEffect(() => {
    let current = true;
    const take = (found: readonly KeyChoice[]): void => {
      if (current) setKeys(found);
    };
    lastKeys(ownerOf(client), tableId).then(take, () => take([]));
    return () => {
      current = false;
    };
  }, [client, tableId]);
  return keys;
}
