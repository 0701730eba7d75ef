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

/** Asks for a file; null when the person chose none. To be called while a press is handled. @throws DOMException when it cannot be read */
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

/** The file behind a handle, asking for the permission again; to be called while a press is handled. @throws DOMException when it may not be read, or is gone */
export async function fileOfHandle(handle: FileSystemFileHandle): Promise<File> {
  const state = (await (handle as WithPermission).requestPermission?.({ mode: 'read' })) ?? 'granted';
  if (state !== 'granted') throw new DOMException('The page may not read the file.', 'NotAllowedError');
  return handle.getFile();
}
