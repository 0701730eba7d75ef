/** Who gives way when something bounded that is held open is full: streams and connections. What is stored follows the same rule in `stored-shares.ts`. */

/** Whose something is. */
export type Owner = {
  /** Group of addresses (`addressGroup`); `null` for this machine, where a proxy may send for everyone. */
  address: string | null;
  /** The name that `KnownKeys` gives a key; `null` without one. */
  key: string | null;
  /** Whether the key is one that its platform has accepted. */
  isKnown: boolean;
};

export type OpenShares = {
  /**
   * Makes room for one more.
   * @param giveWay called once if this one has to end; it has left by then
   * @param isUsed whether it is in use at the moment
   * @returns to be called when it has ended; `null` if there is no room
   */
  enter(owner: Owner, giveWay: () => void, isUsed?: () => boolean): (() => void) | null;
};

type Share = { owner: Owner; giveWay: () => void; isUsed: () => boolean };

/**
 * Up to `most` things in all. When they are full, one gives way: of an unknown key before that of a known one, unused before used, of the owner that has most of
 * them, the oldest. A used one gives way only to an owner that has fewer, and that of a known key never to one of an unknown key.
 * @param mostOfKey of one key; no more are let in
 */
export function createOpenShares({ most, mostOfKey = most }: { most: number; mostOfKey?: number }): OpenShares {
  /** From the oldest to the newest. */
  const open = new Set<Share>();

  return {
    enter(owner, giveWay, isUsed = () => true) {
      if (owner.key !== null && [...open].filter(({ owner: { key } }) => key === owner.key).length >= mostOfKey)
        return null;
      if (open.size >= most) {
        const other = givingWay(open, owner);
        if (other === null) return null;
        open.delete(other);
        other.giveWay();
      }
      const share = { owner, giveWay, isUsed };
      open.add(share);
      return () => void open.delete(share);
    },
  };
}

/** The share that gives way to one more of this owner; `null` if none has to. */
function givingWay(open: ReadonlySet<Share>, newcomer: Owner): Share | null {
  const sizes = new Map<string, number>();
  for (const { owner } of open) sizes.set(nameOf(owner), sizeOf(owner) + 1);
  let found: { share: Share; rank: number[] } | null = null;
  for (const share of open) {
    const { owner } = share;
    const isUsed = share.isUsed();
    const isFair = nameOf(owner) !== nameOf(newcomer) && sizeOf(owner) > sizeOf(newcomer) + 1;
    if (owner.isKnown === newcomer.isKnown ? isUsed && !isFair : owner.isKnown) continue;
    const rank = [Number(owner.isKnown), Number(isUsed), -sizeOf(owner)];
    if (found === null || isBefore(rank, found.rank)) found = { share, rank };
  }
  return found?.share ?? null;

  function sizeOf(owner: Owner): number {
    return sizes.get(nameOf(owner)) ?? 0;
  }
}

/** What counts as one owner: anyone can make up keys, so that the unknown ones of an address are one. */
function nameOf({ address, key, isKnown }: Owner): string {
  return (isKnown ? (key ?? address) : (address ?? key)) ?? '';
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
}
