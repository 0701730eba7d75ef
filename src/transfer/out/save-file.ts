/** Gives a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Longer names are cut by some systems, and hidden by most windows. */
const longest = 80;

/** The beginning of a file's name from the name of a table, with nothing in it that a file system refuses. @param otherwise where nothing of the name is left */
export function fileStem(tableName: string, otherwise: string): string {
  const name = tableName.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  return (name || otherwise).slice(0, longest);
}
