import { isJsonObject, type Json } from '../../contract/json';
import { previewOf } from '../preview';
import type { CellKind } from './cell-kind';
import styles from './cells.module.css';

/** A place by the first name it has, with its coordinate as sent. */
export const location: CellKind = {
  draw: (value) => {
    const place = Array.isArray(value) ? value[0] : value;
    if (!isJsonObject(place)) return null;
    const name = ['name', 'poi', 'address'].map((key) => place[key]).find((text) => typeof text === 'string' && text);
    const coordinate = coordinateOf(isJsonObject(place.coordinate) ? place.coordinate : place);
    if (name === undefined && coordinate === null) return null;
    return (
      <>
        {typeof name === 'string' ? previewOf(name) : null}
        {coordinate === null ? null : (
          <span className={name === undefined ? undefined : styles.beside}>{coordinate}</span>
        )}
      </>
    );
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
