import { useEffect, useState } from 'react';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { type OpenWrite, openWritesOf } from '../../../jobs/check/earlier-writes';
import { onJobNews } from '../../../jobs/ledger/use-jobs';
import { ownerOf } from '../../../jobs/runner/run-connection';

const none: ReadonlyMap<string, OpenWrite> = new Map();

/** Earlier writes of a table that may still be applied, kept up to date; none where the browser denies its database. */
export function useOpenWrites(client: Client, tableId: Id): ReadonlyMap<string, OpenWrite> {
  const [writes, setWrites] = useState(none);
  useEffect(() => {
    let current = true;
    let reading = false;
    const read = async (): Promise<void> => {
      if (reading) return;
      reading = true;
      const found = await openWritesOf(ownerOf(client), tableId).catch(() => none);
      reading = false;
      // One that is as empty as the last draws nothing.
      if (current) setWrites((last) => (last.size === 0 && found.size === 0 ? last : found));
    };
    void read();
    const stop = onJobNews(() => void read());
    return () => {
      current = false;
      stop();
    };
  }, [client, tableId]);
  return writes;
}
