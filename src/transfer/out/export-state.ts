import type { Order } from '../../contract/records';

/**
 * `running`; `paused` by the person or by an error, and can go on; `done`: the file is there, whole or not; `discarded`; `broken`: the file itself
 * could not be written, and nothing of it is kept.
 */
export type ExportPhase = 'running' | 'paused' | 'done' | 'discarded' | 'broken';

export interface ExportState {
  phase: ExportPhase;
  fileName: string;
  rows: number;
  requests: number;
  /** How often the table was found to have changed. */
  drifted: number;
  /** Records that came twice and are in the file once. */
  doubled: number;
  /** Cells that the format could not hold whole. */
  cut: number;
  /** The order that was asked for; null where the service answered in its own. */
  order: Order | null;
  /** Whether every row is in the file. */
  complete: boolean;
  beganAt: number;
  endedAt: number | null;
  /** Time spent reading, pauses left out: at the latest start, and before it. */
  runningSince: number;
  ranMs: number;
  rowsBefore: number;
  /** Why it paused or broke; null when the person did it. */
  error: unknown;
  /** The file, where it lies in the browser. */
  file: Blob | null;
  traceIds: readonly string[];
}
