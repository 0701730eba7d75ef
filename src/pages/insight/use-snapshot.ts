import type { Engine } from '../../insight/engine/answer';
import type { LoadScope, RunState } from '../../insight/snapshot/run-state';
import type { Source } from '../../insight/snapshot/snapshot-column';
import type { SnapshotInfo } from '../../storage/snapshot-files';

/** Rows of a table in the engine; they may still be loading. */
export interface OpenSnapshot {
  info: SnapshotInfo;
  source: Source;
  /** The time of the latest change in it is known, so that an update can ask for later ones. */
  canUpdate: boolean;
}

/** `useSnapshot(client, tableId)`: the snapshot of a table that was used last, and what can be done with it. */
export interface SnapshotControl {
  /** The browser runs WebAssembly in workers. */
  isSupported: boolean;
  /** What is stored was looked for. */
  isReady: boolean;
  snapshot: OpenSnapshot | null;
  /** Others of the same table, the newest first. */
  others: readonly SnapshotInfo[];
  /** The latest load or update of it in this tab. */
  run: RunState | null;
  engine: Engine;
  /** A new snapshot, beside the one there is. */
  start(scope: LoadScope): void;
  pause(): void;
  /** Goes on after a pause, an error or a reload of the page. */
  goOn(): void;
  /** Keeps what came. */
  stop(): void;
  /** Reads what was changed since. */
  update(): void;
  /** Reads everything anew, into a new snapshot; the old one stays until it is forgotten. */
  reload(scope: LoadScope): void;
  forget(): void;
  /** Takes another one into the engine, to compare. */
  open(info: SnapshotInfo): Promise<OpenSnapshot>;
}
