/** Files in memory, and a worker in this thread, for tests of what goes over them. */

import type { RowFile } from '../snapshot/row-log';
import type { Kept } from '../snapshot/run-state';
import type { AnalyticalDatabase } from './database';
import type { EngineRequest } from './engine-protocol';
import { engineAnswers, type FileRoom, failureOf } from './engine-session';

/** @param most bytes that it holds */
export function memoryFile(most = Number.POSITIVE_INFINITY): RowFile & { bytes: Uint8Array } {
  return {
    bytes: new Uint8Array(),
    getSize() {
      return this.bytes.length;
    },
    read(into, { at }) {
      const part = this.bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    write(bytes, { at }) {
      const size = Math.min(most, at + bytes.length);
      const next = new Uint8Array(Math.max(size, this.bytes.length));
      next.set(this.bytes);
      next.set(bytes.subarray(0, size - at), at);
      this.bytes = next;
      return size - at;
    },
    truncate(size) {
      this.bytes = this.bytes.slice(0, size);
    },
    flush() {},
    close() {},
  };
}

export function memoryRoom(kept: Kept = 'file', most?: number): FileRoom & { files: Map<string, RowFile> } {
  const files = new Map<string, RowFile>();
  return {
    files,
    async open(id) {
      if (kept !== 'file') return { file: null, kept };
      const file = files.get(id) ?? memoryFile(most);
      files.set(id, file);
      return { file, kept };
    },
    describe: async () => kept === 'file',
  };
}

/** Ends as a worker does that is killed: it says nothing more. */
export function testWorker(openDatabase: () => Promise<AnalyticalDatabase>, room: FileRoom) {
  const answers = engineAnswers(openDatabase(), room);
  const listeners = new Map<string, (event: never) => void>();
  let isAlive = true;
  const tell = (data: unknown): void => {
    if (isAlive) listeners.get('message')?.({ data: structuredClone(data) } as never);
  };
  return {
    addEventListener: (type: string, listener: unknown) => void listeners.set(type, listener as never),
    terminate: () => {
      isAlive = false;
    },
    postMessage(request: EngineRequest) {
      if (request.name === 'cancel' || !isAlive) return;
      const { id, name, input } = structuredClone(request);
      answers[name](input as never, new AbortController().signal).then(
        (output) => tell({ id, output }),
        (error) => tell({ id, failure: failureOf(error) }),
      );
    },
    kill() {
      isAlive = false;
      listeners.get('error')?.({ message: 'killed' } as never);
    },
  };
}
