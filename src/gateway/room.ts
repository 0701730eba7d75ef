/** Room for so many bytes at once: who finds none waits for its turn, and not for ever. */
import { Refusal } from './failure';

export type Room = {
  /** @returns gives the bytes back. @throws Refusal `busy` when nobody has made room in time */
  take(bytes: number): Promise<() => void>;
};

export function createRoom(bytes: number, waitMs: number): Room {
  let free = bytes;
  const waiting: { wants: number; enter: () => void }[] = [];
  const admit = () => {
    for (let [first] = waiting; first !== undefined && first.wants <= free; [first] = waiting) {
      waiting.shift();
      free -= first.wants;
      first.enter();
    }
  };
  return {
    take(wants) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(new Refusal('busy', 'Too much comes in at once; please send it again.'));
          admit();
        }, waitMs);
        const turn = {
          wants,
          enter() {
            clearTimeout(timer);
            resolve(() => {
              free += wants;
              admit();
            });
          },
        };
        waiting.push(turn);
        admit();
      });
    },
  };
}
