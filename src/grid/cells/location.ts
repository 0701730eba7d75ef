import { isJsonObject, type Json } from '../../contract/json';
import { previewOf } from '../profile/preview';
import type { CellContent } from './cell-content';
import type { CellKind } from './cell-kind';

/** A place by the first name it has, with its coordinate as sent. */
export const location: CellKind = {
  contentOf: (value): CellContent | null => {
    const place = Array.isArray(value) ? value[0] : value;
    if (!isJsonObject(place)) return null;
    const name = ['name', 'poi', 'address'].map((key) => place[key]).find((text) => typeof text === 'string' && text);
    const coordinate = coordinateOf(isJsonObject(place.coordinate) ? place.coordinate : place);
    if (typeof name !== 'string') return coordinate;
    if (coordinate === null) return previewOf(name);
    return [
      { text: previewOf(name), look: null },
      { text: coordinate, look: 'beside' },
    ];
  },
};

/** No coordinate has more digits than these. */
const longest = 40;

function coordinateOf(value: { [key: string]: Json }): string | null {
  const { lat } = value;
  const lon = value.lon ?? value.lng;
  return lat === undefined || lon === undefined
    ? null
    : `${String(lat).slice(0, longest)}, ${String(lon).slice(0, longest)}`;
}
