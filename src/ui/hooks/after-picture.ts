/** Resolves when what has just been drawn is on the screen; at once in a tab that is not seen, which draws no picture. */
export function afterPicture(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
