import { useLasting } from '../ui/hooks/use-time';

/** Most answers come sooner than after so many milliseconds, and dimming looks at the style of every cell, twice. */
const dimMs = 150;

/** Whether the rows of the previous query are dimmed: after a moment. */
export function useDimmed(busy: boolean): boolean {
  return useLasting(busy, dimMs)[0];
}
