import { FileReadError } from '../../../api/files/read-file';
import type { Id } from '../../../contract/ids';
import { createStore } from '../../../state/store';

/** A file that is to be saved on this computer. */
export interface Download {
  id: Id;
  name: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Bytes received, and in total where the host says. */
  read: number;
  total: number | null;
  error: Error | null;
}

/** What a download needs of the world. */
export interface DownloadPorts {
  /** The link to download a file by; `anew`: a valid one failed. @throws when there is none that the page may read */
  link(id: Id, anew: boolean): Promise<string>;
  /** Reads the link to its end and saves it. */
  save(
    file: Download,
    link: string,
    onProgress: (read: number, total: number | null) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The downloads of a tab: a queue that continues while other pages are open. */
export interface Downloads {
  /** Replaced on change, so it can be a snapshot of an external store. */
  all(): readonly Download[];
  subscribe(listener: () => void): () => void;
  /** Puts files into the queue; those that wait or run already are left as they are. */
  add(files: readonly { id: Id; name: string }[], ports: DownloadPorts): void;
  /** Stops one, or all that are not done. */
  cancel(id?: Id): void;
  /** Takes up again what failed or was cancelled, with new links. */
  retry(id?: Id): void;
  /** Removes finished entries from the list: one, or all. */
  clear(id?: Id): void;
}

const goesOn = ({ state }: Download): boolean => state === 'waiting' || state === 'running';

/** @param atOnce more at the same time would not be faster, and would leave no connection for the pages */
export function createDownloads(atOnce = 3): Downloads {
  const all = createStore<readonly Download[]>([]);
  const portsOf = new Map<Id, DownloadPorts>();
  const running = new Map<Id, AbortController>();

  function change(id: Id, changes: Partial<Download>): void {
    all.set(all.get().map((download) => (download.id === id ? { ...download, ...changes } : download)));
  }

  function next(): void {
    while (running.size < atOnce) {
      const waiting = all.get().find(({ state, id }) => state === 'waiting' && !running.has(id));
      const ports = waiting && portsOf.get(waiting.id);
      if (!waiting || !ports) return;
      const stopped = new AbortController();
      running.set(waiting.id, stopped);
      change(waiting.id, { state: 'running', read: 0, total: null });
      void run(waiting, ports, stopped.signal)
        .then(() => change(waiting.id, { state: 'done' }))
        .catch((error: Error) => {
          if (!stopped.signal.aborted) change(waiting.id, { state: 'failed', error });
        })
        .finally(() => {
          running.delete(waiting.id);
          next();
        });
    }
  }

  /** A link that does not work any more is tried once more with a new one: it may have died in the queue. */
  async function run(file: Download, ports: DownloadPorts, signal: AbortSignal): Promise<void> {
    const onProgress = (read: number, total: number | null) => {
      if (!signal.aborted) change(file.id, { read, total });
    };
    const save = async (anew: boolean) => ports.save(file, await ports.link(file.id, anew), onProgress, signal);
    try {
      await save(file.error !== null);
    } catch (error) {
      if (signal.aborted || !(error instanceof FileReadError) || error.reason !== 'status') throw error;
      await save(true);
    }
  }

  return {
    all: all.get,
    subscribe: all.subscribe,
    add(files, ports) {
      const kept = all.get().filter(goesOn);
      const known = new Set(kept.map(({ id }) => id));
      const fresh = files.filter(({ id }) => !known.has(id));
      for (const { id } of fresh) portsOf.set(id, ports);
      const added = fresh.map(({ id, name }): Download => {
        return { id, name, state: 'waiting', read: 0, total: null, error: null };
      });
      all.set([...all.get().filter(({ id }) => !added.some((one) => one.id === id)), ...added]);
      next();
    },
    cancel(id) {
      for (const download of all.get()) {
        if (!goesOn(download) || (id !== undefined && download.id !== id)) continue;
        change(download.id, { state: 'cancelled' });
        running.get(download.id)?.abort();
      }
    },
    retry(id) {
      for (const download of all.get()) {
        if (goesOn(download) || download.state === 'done' || (id !== undefined && download.id !== id)) continue;
        change(download.id, { state: 'waiting', read: 0, total: null });
      }
      next();
    },
    clear(id) {
      all.set(all.get().filter((download) => goesOn(download) || (id !== undefined && download.id !== id)));
    },
  };
}

/** A file name that is unique in its folder and valid on every file system. @param taken is added to */
export function freeName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '_').replace(/^\.+|[. ]+$/g, '') || 'file';
  const [, stem = plain, extension = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(plain) ?? [];
  let free = plain;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${extension}`;
  taken.add(free.toLowerCase());
  return free;
}
