import type { MouseEvent, TouchEvent } from 'react';

/** Where a menu opens, in px from the corner of the window. */
export interface MenuPlace {
  x: number;
  y: number;
}

/** What the head of a column can ask for. */
export interface HeadTools {
  onOrder(columnId: string): void;
  /** Takes the press on a column's edge; the width follows the pointer until it is let go, and is kept then. */
  onEdgePress(event: MouseEvent | TouchEvent, columnId: string): void;
  /** Makes a column as wide as what was read of it. */
  onFit(columnId: string): void;
  /** Makes a column wider, or narrower, by so many px. */
  onWiden(columnId: string, by: number): void;
  onMove(columnId: string, target: string, side: 'before' | 'after'): void;
  /** Moves a column by one place. */
  onStep(columnId: string, step: -1 | 1): void;
  onMenu(columnId: string, place: MenuPlace): void;
}
