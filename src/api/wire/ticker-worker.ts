/** Fires when so many milliseconds have passed. */
export interface Tick {
  id: number;
  milliseconds: number;
}

addEventListener('message', ({ data: { id, milliseconds } }: MessageEvent<Tick>) => {
  setTimeout(() => postMessage(id), milliseconds);
});
