/** How often one address may send requests, so that a single client does not block others. */

/** What an address may ask at once, in seconds of its rate: a page opens with dozens of files. */
const BURST_SECONDS = 5;
/** Addresses that are counted at most; those with the oldest requests are dropped first. */
const MOST_ADDRESSES = 20_000;

/**
 * Counts a request of an address.
 * @param perSecond 0: no limit
 * @returns whether it is one too many
 */
export function createAddressLimit(perSecond: number, clock = () => performance.now()): (address: string) => boolean {
  const burst = perSecond * BURST_SECONDS;
  const asked = new Map<string, { left: number; at: number }>();
  return (address) => {
    if (perSecond === 0) return false;
    const now = clock();
    const before = asked.get(address) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond);
    asked.delete(address);
    asked.set(address, { left: Math.max(0, left - 1), at: now });
    const [oldest] = asked.keys();
    if (asked.size > MOST_ADDRESSES && oldest !== undefined) asked.delete(oldest);
    return left < 1;
  };
}
