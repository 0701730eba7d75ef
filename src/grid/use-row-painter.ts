import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import styles from './grid.module.css';
import { createRowPainter, type RowPlace } from './row-painter';
import type { RowScene } from './row-scene';
import type { DrawnWindow } from './use-row-window';

/** What the rows are drawn from between two drawings of the component. */
interface Frame {
  scene: RowScene;
  rows: number;
  rowHeight: number;
  /** Of the scroll, in px. */
  height: number;
  /** There are columns for the fields of records, wherever the window is. */
  withFields: boolean;
}

export interface RowPainting {
  /** Where the editor of the active cell is put; the element moves with that cell. */
  editor: HTMLElement;
  /** Draws another window of the same rows; false before there are any. Always the same function. */
  onDraw(drawn: DrawnWindow): boolean;
  /**
   * Draws the same window with the records that have come, or with those of another question, before the component knows of it: they are drawn from then on
   * until `paint` has them. False where not all of its rows are there, and where no field has a column yet: records come with those, in one picture.
   */
  redraw(recordAt: RowScene['recordAt'] | undefined, drawn: DrawnWindow): boolean;
  /** Draws what has changed. To be called after each drawing of the component. */
  paint(frame: Frame, drawn: DrawnWindow): void;
}

/** The rows of a grid, drawn into an element of its body that no component knows. */
export function useRowPainter(body: RefObject<HTMLElement | null>): RowPainting {
  const [painter] = useState(() => createRowPainter(styles.rows));
  const frame = useRef<Frame>(null);
  useLayoutEffect(() => {
    body.current?.append(painter.element);
  }, [body, painter]);
  const onDraw = useCallback(
    (drawn: DrawnWindow) => {
      if (!frame.current) return false;
      painter.paint(frame.current.scene, placesOf(drawn, frame.current), drawn.originTop);
      return true;
    },
    [painter],
  );
  return {
    editor: painter.editor,
    onDraw,
    redraw(recordAt, drawn) {
      if (!frame.current?.withFields) return false;
      if (!recordAt) return onDraw(drawn);
      for (let row = drawn.first; row < drawn.end; row += 1) if (!recordAt(row)) return false;
      // What was noticed of the rows before is not to be known of these.
      frame.current = { ...frame.current, scene: { ...frame.current.scene, recordAt, markAt: () => null } };
      return onDraw(drawn);
    },
    paint(next, drawn) {
      frame.current = next;
      onDraw(drawn);
    },
  };
}

/** The rows of a window with their places. The active row holds the focus: it stays in the document wherever the scroll goes. */
function placesOf({ first, end, origin, originTop }: DrawnWindow, frame: Frame): RowPlace[] {
  const { scene, rows, rowHeight, height } = frame;
  const drawn: number[] = [];
  for (let row = first; row < Math.min(end, rows); row += 1) drawn.push(row);
  const { row: active } = scene.active;
  if (rows > 0 && (active < first || active >= end)) drawn.push(active);
  return drawn.map((row) => ({
    row,
    top: placeInScroll((row - origin) * rowHeight, originTop, height - rowHeight),
  }));
}

/** Where a row is drawn, from the origin: a row that is kept far from the window stays within the height that is laid out, because it would add to it. */
function placeInScroll(top: number, originTop: number, most: number): number {
  return Math.max(-originTop, Math.min(top, most - originTop));
}
