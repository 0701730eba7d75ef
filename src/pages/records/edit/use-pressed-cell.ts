import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GridHandle } from '../../../grid/grid';
import { placeAt } from '../../../grid/selection/pointer-selection';
import { type CellPlace, type Selection, selectCell } from '../../../grid/selection/selection';

/** The cell that a menu is of: inside a range the one that was pressed, not the corner that the range began at. */
export function usePressedCell(
  grid: RefObject<GridHandle | null>,
  active: CellPlace,
  onSelection: (selection: Selection) => void,
) {
  const [at, setAt] = useState<CellPlace | null>(null);
  const pressed = at ?? active;
  return {
    pressed,
    /** A menu opens on this. The number of a row stands for its first cell. */
    press(on: EventTarget | null): void {
      const place = placeAt(on);
      setAt(place && { row: place.row, column: Math.max(0, place.column) });
    },
    /** Edits that cell alone. */
    editPressed(): void {
      const { row, column } = pressed;
      if (row !== active.row || column !== active.column) flushSync(() => onSelection(selectCell(row, column)));
      grid.current?.edit();
    },
  };
}
