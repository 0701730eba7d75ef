import { useSyncExternalStore } from 'react';
import { FileReadError } from '../../../api/content/read-file';
import { standingOf } from '../../../api/operations/file-links';
import { freshFile } from '../../../api/operations/files';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { createDownloads, type Download } from './downloads';
import type { Save } from './save-file';

/** The downloads of this tab: they go on while other pages are open. */
export const downloads = createDownloads();

/** The list, live. */
export function useDownloads(): readonly Download[] {
  return useSyncExternalStore(downloads.subscribe, downloads.all);
}

/** A file whose host the page may not read from, by name: only a person can follow its link. */
export class ForeignHostError extends Error {
  override readonly name = 'ForeignHostError';
  constructor(readonly host: string) {
    super(host);
  }
}

/** Puts files into the queue. @param call the ids that each was looked up with: its links are renewed together with theirs */
export function download(
  client: Client,
  files: readonly { id: Id; name: string; call: readonly Id[] }[],
  save: Save,
): void {
  const calls = new Map(files.map(({ id, call }) => [id, call]));
  downloads.add(files, {
    save,
    async link(id, anew) {
      const file = await freshFile(client, calls.get(id) ?? [id], id, anew);
      for (const kind of ['download', 'source'] as const) {
        const standing = standingOf(file?.link[kind], client.environment, location.origin);
        if (standing.kind === 'shown') return standing.url;
        if (standing.kind === 'foreign') throw new ForeignHostError(standing.host);
      }
      throw new FileReadError('status', 404);
    },
  });
}
