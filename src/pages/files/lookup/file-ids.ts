import { type Location, useLocation, useNavigate } from 'react-router-dom';
import type { Id } from '../../../contract/ids';
import { plainText } from '../../../edits/plain-text';
import { parseFilesSearch, paths } from '../../../url/paths';

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

/** Finds file ids in any text: everything but digits separates. Full-width digits count as digits. */
export function readFileIds(text: string): FileIdsReading {
  const plain = plainText(text);
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

/** The ids that the page is about, and what of the address could not be used. */
export interface FilesPlace {
  ids: Id[];
  refused: string[];
  /** The ids are too many for the address and live in the history of this tab. */
  outsideAddress: boolean;
}

/** Ids from the address, or from the history entry where they are too many for one. */
export function placeOf(location: Pick<Location, 'search' | 'state'>): FilesPlace {
  const kept = keptIds(location.state);
  if (kept !== null) return { ids: kept, refused: [], outsideAddress: true };
  const { ids, refused } = parseFilesSearch(location.search);
  // The search part takes any whole number; an id has no sign and 64 bits.
  const reading = ids.map((id) => ({ id, found: id.startsWith('-') ? [] : readFileIds(id).ids }));
  return {
    ids: [...new Set(reading.flatMap(({ found }) => found))],
    refused: [...refused, ...reading.filter(({ found }) => found.length === 0).map(({ id }) => id)],
    outsideAddress: false,
  };
}

/** The place in the address, and the way to another one. */
export function useFilesPlace(env: string): { place: FilesPlace; show: (ids: Id[]) => void } {
  const location = useLocation();
  const navigate = useNavigate();
  return {
    place: placeOf(location),
    show: (ids) => {
      if (fitsAddress(ids)) void navigate(paths.files({ env }, { ids }));
      else void navigate(paths.files({ env }), { state: { ids } });
    },
  };
}

function keptIds(state: unknown): Id[] | null {
  if (typeof state !== 'object' || state === null || !('ids' in state) || !Array.isArray(state.ids)) return null;
  return state.ids.filter((id): id is Id => typeof id === 'string' && /^\d+$/.test(id));
}
