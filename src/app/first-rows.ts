let reading: Promise<void> = Promise.resolve();

/** Hands the read that the first script began over to what draws. */
export function noteFirstRows(read: Promise<void>): void {
  reading = read;
}

/** Resolves when the first script's read has ended, well or not; at once where it began none. */
export function firstRowsRead(): Promise<void> {
  return reading;
}
