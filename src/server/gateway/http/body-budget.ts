/** Memory for the bodies of all requests, reserved as their bytes arrive: announcing a size reserves nothing. */
import { Refusal } from './failure';

export type BudgetBounds = {
  /** Of everybody together. */
  bytes: number;
  /** Of one owner. */
  ownerBytes: number;
  /** How long bytes wait for room. */
  waitMs: number;
};
const MB = 1024 * 1024;
const BOUNDS: BudgetBounds = { bytes: 64 * MB, ownerBytes: 16 * MB, waitMs: 10_000 };

/** What one body holds. */
type BodyShare = {
  /** Resolves when this many more bytes fit. @throws Refusal `busy` when there was none in time */
  grow(bytes: number): Promise<void>;
  /** Gives all of it back. */
  leave(): void;
};

export type BodyBudget = { enter(owner: string): BodyShare };

type Body = { owner: Gate; held: number; wants: number; go: (() => void) | null };

/** A bound, with the bodies that it is for and those of them that wait at it, both in the order in which they came. */
type Gate = { most: number; held: number; bodies: Set<Body>; waiting: Set<Body> };

const gateOf = (most: number): Gate => ({ most, held: 0, bodies: new Set(), waiting: new Set() });

/**
 * A budget with which bodies always get on: the oldest one of an owner may pass that owner's bound, and the oldest one of all any bound. Otherwise bodies that are
 * each half here could fill it and wait for one another. What is held is at most one body more than each bound. Bytes pass the gate of their owner first, then
 * that of all: so only those are looked at that are next, however many wait.
 */
export function createBodyBudget({ bytes, ownerBytes, waitMs }: BudgetBounds = BOUNDS): BodyBudget {
  const all = gateOf(bytes);
  const owners = new Map<string, Gate>();

  const admit = (gate: Gate) => {
    const [oldest] = gate.bodies;
    if (oldest !== undefined && gate.waiting.has(oldest)) pass(gate, oldest);
    for (const body of gate.waiting) {
      if (gate.held + body.wants > gate.most && body !== oldest) return;
      pass(gate, body);
    }
  };
  const pass = (gate: Gate, body: Body) => {
    gate.waiting.delete(body);
    gate.held += body.wants;
    if (gate !== all) {
      all.waiting.add(body);
      return admit(all);
    }
    body.held += body.wants;
    body.wants = 0;
    body.go?.();
  };
  /** Takes back what a body wants; what its owner's gate has let through is given back. */
  const giveUp = (body: Body) => {
    if (all.waiting.delete(body)) body.owner.held -= body.wants;
    body.owner.waiting.delete(body);
    [body.wants, body.go] = [0, null];
  };

  return {
    enter(name) {
      const owner = owners.get(name) ?? gateOf(ownerBytes);
      owners.set(name, owner);
      const body: Body = { owner, held: 0, wants: 0, go: null };
      for (const gate of [owner, all]) gate.bodies.add(body);
      return {
        async grow(wants) {
          if (!all.bodies.has(body)) throw new Error('a body that has left takes no more memory');
          body.wants = wants;
          owner.waiting.add(body);
          admit(owner);
          if (body.wants === 0) return;
          await new Promise<void>((resolve, reject) => {
            const timer = setTimeout(() => {
              giveUp(body);
              // What waited behind it may fit.
              admit(owner);
              admit(all);
              reject(new Refusal('busy', 'Too many requests with large bodies at once. Send this one again.'));
            }, waitMs);
            body.go = () => {
              clearTimeout(timer);
              body.go = null;
              resolve();
            };
          });
        },
        leave() {
          if (!all.bodies.delete(body)) return;
          owner.bodies.delete(body);
          giveUp(body);
          for (const gate of [owner, all]) gate.held -= body.held;
          if (owner.bodies.size === 0) owners.delete(name);
          admit(owner);
          admit(all);
        },
      };
    },
  };
}
