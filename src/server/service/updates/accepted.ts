import type { Batch } from './apply';

/** A batch as it was accepted: with it nothing has to be read again. */
export interface KeptBatch {
  seq: string;
  address: string;
  batch: Batch;
  /** Of the catalogue when it was accepted. */
  version: string;
}

/** What this process has accepted and not looked at yet. */
export interface Accepted {
  /** @param kept null: what the table has to do is to be read */
  add(tableId: string, kept: KeptBatch | null): void;
  /** Whether nothing was added since the tables were last asked for. */
  isEmpty(): boolean;
  /** Tables to which something was added since this was last asked. */
  tables(): string[];
  /** The first batch of a table that is kept, which is then kept no more. */
  take(tableId: string): KeptBatch | null;
  /** Keeps nothing of a table: what is next there was not accepted here. */
  forget(tableId: string): void;
}

/** So many are kept; any more are read when their turn comes. */
const mostKept = 50;

export function createAccepted(): Accepted {
  const tables = new Set<string>();
  const kept = new Map<string, KeptBatch[]>();
  let count = 0;
  const forget = (tableId: string) => {
    count -= kept.get(tableId)?.length ?? 0;
    kept.delete(tableId);
  };
  return {
    add(tableId, batch) {
      tables.add(tableId);
      if (batch === null || count >= mostKept) return;
      kept.set(tableId, [...(kept.get(tableId) ?? []), batch]);
      count += 1;
    },
    isEmpty: () => tables.size === 0,
    tables() {
      const added = [...tables];
      tables.clear();
      return added;
    },
    take(tableId) {
      const [first, ...others] = kept.get(tableId) ?? [];
      forget(tableId);
      if (others.length > 0) kept.set(tableId, others);
      else tables.delete(tableId);
      count += others.length;
      return first ?? null;
    },
    forget,
  };
}
