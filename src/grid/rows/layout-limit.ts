/** Every browser lays out so many px. */
const surePx = 16_000_000;
/** Chromium and Safari hold a little more than this. */
const mostPx = 33_200_000;
/** Of a table that does not fit: low enough to be placed to half a px, high enough that the thumb of a tall window goes further than the wheel. */
const scaledPx = 8_000_000;

let holdsMost: boolean | null = null;

/** The height, in px, that may be laid out for so many px of rows. Measured once, and only where it matters. */
export function layoutLimit(full: number): number {
  if (full <= surePx) return surePx;
  if (full > mostPx) return scaledPx;
  if (holdsMost === null) {
    const probe = document.createElement('div');
    probe.style.position = 'absolute';
    probe.style.visibility = 'hidden';
    probe.style.height = `${mostPx}px`;
    document.body.append(probe);
    holdsMost = probe.getBoundingClientRect().height >= mostPx - 1;
    probe.remove();
  }
  return holdsMost ? mostPx : scaledPx;
}
