import { type Location, useLocation, useNavigate } from 'react-router-dom';
import type { Id } from '../../../contract/ids';
import { parseFilesSearch } from '../../../url/page-search';
import { paths } from '../../../url/paths';
import { fitsAddress, readFileIds } from './file-ids';

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
