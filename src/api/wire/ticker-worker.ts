/** Tells when so many milliseconds have gone by. */
export interface Tick {
  id: number;
  milliseconds: number;
}

addEventListener('message', ({ data: { id, milliseconds } }: MessageEvent<Tick>) => {
  setTimeout(() => postMessage(id), milliseconds);
});
