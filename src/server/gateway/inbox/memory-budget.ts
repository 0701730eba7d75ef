/** Memory for incoming bodies, reserved as bytes arrive: announcing a size reserves nothing. */
import { Refusal } from '../http/failure';

export type MemoryBounds = {
  /** Of everybody together. */
  bytes: number;
  /** Of one owner. */
  ownerBytes: number;
  /** How long bytes wait for room. */
  waitMs: number;
};

/** What one body holds. */
type MemoryShare = {
  /** Resolves when this many more bytes fit. @throws Refusal `busy` when there was none in time */
  grow(bytes: number): Promise<void>;
  /** Gives all of it back; to be called once. */
  leave(): void;
};

export type MemoryBudget = { enter(owner: string): MemoryShare };

/**
 * A budget with which bodies always get on: the oldest one of an owner may pass that owner's bound, and the oldest one of all any bound. Otherwise bodies that are
 * each half here could fill it and wait for one another. What is held is at most one body more than each bound.
 */
export function createMemoryBudget({ bytes, ownerBytes, waitMs }: MemoryBounds): MemoryBudget {
  type Body = { owner: string; held: number; wants: number; go: (() => void) | null };
  /** In the order in which they came. */
  const bodies = new Set<Body>();
  const heldByOwner = new Map<string, number>();
  let held = 0;

  const add = (body: Body, change: number) => {
    body.held += change;
    held += change;
    const own = (heldByOwner.get(body.owner) ?? 0) + change;
    if (own === 0) heldByOwner.delete(body.owner);
    else heldByOwner.set(body.owner, own);
  };
  const admit = () => {
    const owners = new Set<string>();
    let oldest = true;
    for (const body of bodies) {
      const oldestOfOwner = !owners.has(body.owner);
      const fits = oldest || held + body.wants <= bytes;
      const fitsOwner = oldestOfOwner || (heldByOwner.get(body.owner) ?? 0) + body.wants <= ownerBytes;
      if (body.go !== null && fits && fitsOwner) {
        add(body, body.wants);
        body.go();
      }
      owners.add(body.owner);
      oldest = false;
    }
  };

  return {
    enter(owner) {
      const body: Body = { owner, held: 0, wants: 0, go: null };
      bodies.add(body);
      return {
        grow(wants) {
          return new Promise((resolve, reject) => {
            const timer = setTimeout(() => {
              body.go = null;
              reject(new Refusal('busy', 'Too many callbacks at once. Send this one again.'));
            }, waitMs);
            body.wants = wants;
            body.go = () => {
              clearTimeout(timer);
              body.go = null;
              resolve();
            };
            admit();
          });
        },
        leave() {
          bodies.delete(body);
          add(body, -body.held);
          admit();
        },
      };
    },
  };
}
