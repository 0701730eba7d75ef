import type { DwRecord } from '../../contract/records';
import type { InputColumn } from '../snapshot/encode';
import type { Progress, TableFacts } from '../snapshot/kept-table';
import type { Answer } from './answer';

/** What the worker can be asked, and what it answers. Tables are known by the ID of their snapshot. */
export interface EngineOperations {
  run: { input: { sql: string; most?: number }; output: Answer };
  /** @see openTable; opening one that is open answers with what it is */
  open: {
    input: { id: string; labelled: string; columns: readonly InputColumn[]; isKept: boolean };
    output: TableFacts;
  };
  add: {
    input: { id: string; records: readonly DwRecord[]; progress: Progress; replaces: boolean };
    output: TableFacts;
  };
  /** Writes what describes a snapshot beside its rows; false where it has no file. */
  describe: { input: { id: string; info: string }; output: boolean };
  close: { input: { id: string }; output: null };
}
export type EngineOperation = keyof EngineOperations;

export type EngineRequest =
  | { [Name in EngineOperation]: { id: number; name: Name; input: EngineOperations[Name]['input'] } }[EngineOperation]
  | { id: number; name: 'cancel' };

/** `query`: of a statement · `read-only`: it would change something · `broken`: the engine cannot go on · `fault`: anything else. */
export type EngineFailure =
  | { kind: 'query'; message: string; at: number | null }
  | { kind: 'read-only' | 'broken' | 'fault'; message: string };

export type EngineMessage =
  | { id: number; output: EngineOperations[EngineOperation]['output'] }
  | { id: number; failure: EngineFailure };
