import { useMemo } from 'react';
import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import type { Engine } from '../../insight/engine/answer';
import { engine } from '../../insight/engine/engine-client';
import type { LoadScope } from '../../insight/snapshot/run-state';
import { type SnapshotView, snapshotsOf } from '../../insight/snapshot/table-snapshots';
import { useStore } from '../../state/store';

/** The snapshot of a table that was used last, and what can be done with it. */
export interface SnapshotControl extends SnapshotView {
  /** The browser runs WebAssembly in workers. */
  isSupported: boolean;
  engine: Engine;
  /** A new snapshot, beside the one there is: the first load, or a full reload. */
  start(scope: LoadScope): void;
  pause(): void;
  /** Goes on after a pause, an error or a reload of the page. */
  goOn(): void;
  /** Keeps what came. */
  stop(): void;
  /** Reads what was changed since. */
  update(): void;
  forget(): Promise<void>;
}

const isSupported = typeof WebAssembly === 'object' && typeof Worker === 'function';

/** The snapshot of a table; a load goes on when the page is left. */
export function useSnapshot(client: Client, tableId: Id): SnapshotControl {
  const snapshots = useMemo(() => snapshotsOf(client, tableId), [client, tableId]);
  const view = useStore(snapshots.store);
  return useMemo(() => {
    const { store: _, ...actions } = snapshots;
    return {
      ...view,
      ...actions,
      isSupported,
      engine,
      start: (scope) => snapshots.start(client, scope),
      goOn: () => snapshots.goOn(client),
      update: () => snapshots.update(client),
    };
  }, [client, snapshots, view]);
}
