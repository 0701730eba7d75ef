/** Fires after this many milliseconds. */
export interface Tick {
  id: number;
  milliseconds: number;
}

addEventListener('message', ({ data: { id, milliseconds } }: MessageEvent<Tick>) => {
  setTimeout(() => postMessage(id), milliseconds);
});
