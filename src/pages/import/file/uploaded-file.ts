import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { encodings } from '../../../api/files/encodings';
import { queryClient } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import {
  type ConsoleDatabase,
  database,
  readTableSetting,
  type TablePlace,
  writeTableSetting,
} from '../../../storage/database';
import { countSchema } from '../../../storage/stored-values';
import type { SourceChoice } from '../../../transfer/in/source/source-formats';

/** A file that rows are imported from, or text from the clipboard. */
export interface UploadedFile {
  name: string;
  blob: Blob;
  /** The way back to the file after a reload, where the browser gives one. */
  handle?: FileSystemFileHandle | null;
  pasted?: boolean;
}

type OpenPicker = (options: {
  id: string;
  types: { accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle[]>;

/** Names by which a chooser knows files of rows. */
export const endings = ['.csv', '.tsv', '.tab', '.txt', '.json', '.jsonl', '.ndjson', '.xlsx'];

/** Whether the browser gives a page the way back to a file that was chosen. */
export function canChooseHandle(): boolean {
  return 'showOpenFilePicker' in globalThis;
}

/** Asks for a file; null when none was chosen. Must be called in a click handler. @throws DOMException when it cannot be read */
export async function chooseWithHandle(): Promise<UploadedFile | null> {
  const { showOpenFilePicker } = globalThis as unknown as { showOpenFilePicker: OpenPicker };
  const types = [{ accept: { 'text/csv': endings } }];
  const handles = await showOpenFilePicker({ id: 'import', types }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return [];
    throw error;
  });
  const [handle] = handles;
  if (!handle) return null;
  return { name: handle.name, blob: await handle.getFile(), handle };
}

type WithHandle = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** The file of a drop, with the way back to it where the browser gives one; null when it was none. To be called while the drop is handled. */
export async function droppedFile({ items, files }: DataTransfer): Promise<UploadedFile | null> {
  const [file] = files;
  if (!file) return null;
  const item = [...items].find(({ kind }) => kind === 'file') as WithHandle | undefined;
  const handle = await item?.getAsFileSystemHandle?.().catch(() => null);
  return { name: file.name, blob: file, handle: handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null };
}

type WithPermission = FileSystemFileHandle & {
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
};

/** The file behind a handle, asking for permission again; must be called in a click handler. @throws DOMException without permission or file */
export async function fileOfHandle(handle: FileSystemFileHandle): Promise<File> {
  const state = (await (handle as WithPermission).requestPermission?.({ mode: 'read' })) ?? 'granted';
  if (state !== 'granted') throw new DOMException('The page may not read the file.', 'NotAllowedError');
  return handle.getFile();
}

/** The file that an import had open, for a reload of the page. The rows themselves are not stored: they are in the file. */
interface SavedFile {
  name: string;
  /** How it was read. */
  choice: SourceChoice;
  /** The way back to it; null where the browser gives none, and for rows that were pasted. */
  handle: FileSystemFileHandle | null;
  pasted: boolean;
}

const schema = v.object({
  name: v.string(),
  choice: v.object({
    encoding: v.optional(v.picklist(encodings)),
    delimiter: v.optional(v.pipe(v.string(), v.nonEmpty())),
    headerLine: v.optional(countSchema),
    sheet: v.optional(countSchema),
    list: v.optional(v.string()),
    escapes: v.optional(v.boolean()),
    nullsAreBlank: v.optional(v.boolean()),
    fillMerged: v.optional(v.boolean()),
    skipHidden: v.optional(v.boolean()),
  }) satisfies v.GenericSchema<unknown, SourceChoice>,
  handle: v.custom<FileSystemFileHandle | null>((value) => value === null || typeof value === 'object'),
  pasted: v.boolean(),
});
const name = 'import-file';

/** The file that was open for a table, unless it was released. */
export async function readSavedFile(place: TablePlace, db: ConsoleDatabase = database): Promise<SavedFile | null> {
  const read = v.safeParse(schema, await readTableSetting({ ...place, name }, db));
  return read.success ? read.output : null;
}

/** Keeps the way to a file. */
export async function writeSavedFile(
  place: TablePlace,
  { name: fileName, handle = null, pasted = false }: UploadedFile,
  choice: SourceChoice,
  db: ConsoleDatabase = database,
): Promise<void> {
  const saved: SavedFile = { name: fileName, choice, handle, pasted };
  await writeTableSetting({ ...place, name }, saved, db);
}

/** The file was sent, or released. */
export async function dropSavedFile(place: TablePlace, db: ConsoleDatabase = database): Promise<void> {
  await writeTableSetting({ ...place, name }, null, db);
}

export interface SavedFileState {
  /** Whether there is one was read. */
  isRead: boolean;
  /** The file that was open at the reload; null when there was none. */
  saved: SavedFile | null;
  /** Why it could not be reopened; null before the first try. */
  failed: 'denied' | 'gone' | null;
  keep(file: UploadedFile, choice: SourceChoice): void;
  drop(): void;
  /** Opens it again where the browser can; null when it could not. To be called while a press is handled. */
  reopen(): Promise<UploadedFile | null>;
}

/** Keeps in this browser which file an import has open, so that a reload does not lose it. */
export function useSavedFile(environment: string, table_id: Id): SavedFileState {
  const [failed, setFailed] = useState<SavedFileState['failed']>(null);
  const place = { environment, table_id };
  const queryKey = ['import-file', environment, table_id];
  const { data: saved = null, isPending } = useQuery({
    queryKey,
    queryFn: () => readSavedFile(place).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    isRead: !isPending,
    saved,
    failed,
    keep: (file, choice) => void writeSavedFile(place, file, choice).catch(() => {}),
    drop() {
      setFailed(null);
      queryClient.setQueryData(queryKey, null);
      void dropSavedFile(place).catch(() => {});
    },
    async reopen() {
      if (!saved?.handle) return null;
      try {
        return { name: saved.name, blob: await fileOfHandle(saved.handle), handle: saved.handle };
      } catch (error) {
        setFailed(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'gone');
        return null;
      }
    },
  };
}
