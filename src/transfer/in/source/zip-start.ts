/** The bytes with which a ZIP archive, and so a workbook, begins. */
export const zipStart = [0x50, 0x4b, 0x03, 0x04] as const;

/** Whether a file may be a workbook. What cannot be read is told by who reads it. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = await file
    .slice(0, zipStart.length)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const bytes = new Uint8Array(start);
  return zipStart.every((byte, index) => bytes[index] === byte);
}
