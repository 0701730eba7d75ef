/** Every browser lays out so many px, and places them to the px. */
const surePx = 16_000_000;
/** Chromium and Safari hold a little more than this. */
const mostPx = 33_200_000;

let measured: number | null = null;

/** The height, in px, that may be laid out for so many px of rows. Measured once, and only where it matters. */
export function layoutLimit(full: number): number {
  if (full <= surePx) return surePx;
  if (measured === null) {
    const probe = document.createElement('div');
    probe.style.position = 'absolute';
    probe.style.visibility = 'hidden';
    probe.style.height = `${mostPx}px`;
    document.body.append(probe);
    measured = probe.getBoundingClientRect().height >= mostPx - 1 ? mostPx : surePx;
    probe.remove();
  }
  return measured;
}
