import { isJsonObject } from '../../../contract/json';
import type { GridSize } from '../../../grid/grid';
import { phoneWindow } from '../../../ui/hooks/use-media';

/** The grid's position in the window: distances of its edges from those of the window, in px. */
export interface GridPlace {
  left: number;
  top: number;
  bottom: number;
}

/** In a narrow window the frame is another. */
const narrow = '(max-width: 1180px)';

function frameOfWindow(): keyof typeof atFirst {
  if (matchMedia(phoneWindow).matches) return 'phone';
  return matchMedia(narrow).matches ? 'narrow' : 'wide';
}

const name = 'grid-place';

/** The frame's default space: sidebar, table list, header (two lines where it is narrow), query, status. */
const atFirst = {
  wide: { left: 440, top: 91, bottom: 34 },
  narrow: { left: 264, top: 116, bottom: 34 },
  phone: { left: 0, top: 104, bottom: 98 },
};

/** Names the place in what is remembered. */
export function gridPlaceName(): string {
  return `${name}:${frameOfWindow()}`;
}

/** The grid's last position, stored under `gridPlaceName`; else its default. */
export function readGridPlace(kept: unknown): GridPlace {
  const { left, top, bottom } = isJsonObject(kept) ? kept : {};
  if (typeof left === 'number' && typeof top === 'number' && typeof bottom === 'number') return { left, top, bottom };
  return atFirst[frameOfWindow()];
}

/** The size of a grid at a place, in the window as it is. */
export function sizeAt({ left, top, bottom }: GridPlace): GridSize {
  return { width: innerWidth - left, height: innerHeight - top - bottom };
}

/** The place of an element. */
export function placeOfGrid(element: Element): GridPlace {
  const { left, top, bottom } = element.getBoundingClientRect();
  return { left, top, bottom: innerHeight - bottom };
}
