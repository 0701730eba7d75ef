import { createRowPainter, type RowPainter } from './row-painter';

/** A painter whose rows are on the screen before there is a grid, and how to take away what they stand in. */
interface Waiting {
  painter: RowPainter;
  takeAway(): void;
}

let waiting: Waiting | null = null;
let begun = false;

/** The page begins to draw itself: from now on nobody draws before it. A picture that is there stays until the page is. */
export function beginPage(): void {
  begun = true;
}

/** Whether the page has begun to draw itself. */
export function hasBegun(): boolean {
  return begun;
}

/** Leaves a painter to the grid that is drawn first. Before the page has begun. */
export function leavePainter(painter: RowPainter, takeAway: () => void): void {
  waiting = { painter, takeAway };
}

/** The painter for a new grid: the one that was left, with its rows, or another. */
export function painterForGrid(className: string): RowPainter {
  return waiting?.painter ?? createRowPainter(className);
}

/** The page, or a grid of it, is drawn: what stood there before goes. */
export function endPicture(): void {
  waiting?.takeAway();
  waiting = null;
}
