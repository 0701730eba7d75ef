import type { Id } from '../../../contract/ids';

/** What a text holds of file ids. */
export interface FileIdsReading {
  /** Each once, in the order of the text. */
  ids: Id[];
  /** Ids that the text holds more than once. */
  repeated: Id[];
  /** Runs of digits beyond 64 bits: no ids. */
  tooLong: string[];
  /** Numbers such as `4.1E+15`: a spreadsheet has rounded them, so their ids are lost. */
  rounded: string[];
}

const largestId = 2n ** 63n - 1n;
const spreadsheetNumber = /\d(?:[.,]\d+)?E\+?\d+/gi;

/** Finds file ids in any text: whatever is not a digit separates. Full-width digits count as digits. */
export function readFileIds(text: string): FileIdsReading {
  const plain = text.normalize('NFKC');
  const rounded = [...new Set(plain.match(spreadsheetNumber) ?? [])];
  const runs = plain.replace(spreadsheetNumber, ' ').match(/\d+/g) ?? [];
  const ids = new Set<Id>();
  const repeated = new Set<Id>();
  const tooLong = new Set<string>();
  for (const run of runs) {
    if (BigInt(run) > largestId) {
      tooLong.add(run);
      continue;
    }
    // The wire has integers: 007 comes back as 7.
    const id = run.replace(/^0+(?=\d)/, '');
    (ids.has(id) ? repeated : ids).add(id);
  }
  return { ids: [...ids], repeated: [...repeated], tooLong: [...tooLong], rounded };
}

/** Beyond this many characters servers and chat programs cut an address. */
const addressRoom = 6000;

/** Whether ids fit into an address; where not, they stay in the history of this tab. */
export function fitsAddress(ids: readonly Id[]): boolean {
  // A comma is written as %2C.
  return ids.reduce((sum, id) => sum + id.length + 3, 0) <= addressRoom;
}
