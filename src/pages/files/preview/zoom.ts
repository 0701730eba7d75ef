/** `fit`: as large as the frame takes without scrolling, and never larger than it is; else a share of its own size. */
export type Zoom = 'fit' | number;

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8];

/** Share of its own size at which a thing just fits into a frame. */
export function fitOf(thing: { width: number; height: number }, frame: { width: number; height: number }): number {
  if (thing.width === 0 || thing.height === 0) return 1;
  return Math.min(1, frame.width / thing.width, frame.height / thing.height);
}

/** The next step up or down from a share. */
export function stepped(share: number, by: 1 | -1): number {
  const next = by > 0 ? steps.find((step) => step > share + 0.005) : steps.findLast((step) => step < share - 0.005);
  return next ?? share;
}

/** Whether there is a step further. */
export function canStep(share: number, by: 1 | -1): boolean {
  return stepped(share, by) !== share;
}
