import { createRowPainter, type RowPainter } from './row-painter';

/** A painter whose rows are on the screen before there is a grid, and how to take away what they stood in. */
interface Waiting {
  painter: RowPainter;
  onTaken(): void;
}

let waiting: Waiting | null = null;

/** Leaves a painter to the grid that is drawn first. */
export function leavePainter(painter: RowPainter, onTaken: () => void): void {
  waiting = { painter, onTaken };
}

/** The painter for a new grid: the one that was left, with its rows, or another. */
export function painterForGrid(className: string): RowPainter {
  return waiting?.painter ?? createRowPainter(className);
}

/** The rows of a painter stand in their grid now. */
export function painterStands(painter: RowPainter): void {
  if (waiting?.painter === painter) giveUpPainter();
}

/** What was left is not wanted any more. */
export function giveUpPainter(): void {
  waiting?.onTaken();
  waiting = null;
}
