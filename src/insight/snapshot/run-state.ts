import type { RecordQuery } from '../../api/queries/records';
import type { InputColumn } from './encode';

/** What to load. */
export interface LoadScope {
  /** Its order is that of the record IDs, whatever is asked for. */
  query: Omit<RecordQuery, 'order'>;
  /** Columns as the caller knows them; fields beyond these are found in the records. */
  columns: readonly InputColumn[];
  tableName: string;
  /** Rows as far as they are known. */
  expected: number | null;
}

/**
 * `opening`: what is stored is being read · `running` · `paused` by the person (no error) or by an error · `done`: every row was read, or it was stopped ·
 * `failed`: it cannot continue.
 */
type RunPhase = 'opening' | 'running' | 'paused' | 'done' | 'failed';

/** Where rows are kept: only those in a `file` survive a reload. `elsewhere`: another tab has the file open · `full`: no space is left. */
export type Kept = 'file' | 'memory' | 'elsewhere' | 'full';

export interface RunState {
  phase: RunPhase;
  /** Only what was changed since is read. */
  isUpdate: boolean;
  /** Rows in the snapshot. */
  rows: number;
  /** Records that this run has read. */
  read: number;
  requests: number;
  expected: number | null;
  /** How often the table was found to have changed. */
  drifted: number;
  /** Records that came twice and are in the snapshot once. */
  repeated: number;
  beganAt: number;
  endedAt: number | null;
  /** Time spent reading, pauses left out: at the latest start, and before it; records read before it. */
  runningSince: number;
  ranMs: number;
  readBefore: number;
  kept: Kept;
  /** Why it paused or failed; null when the person paused it. */
  error: unknown;
}
