/** Shares of the requests a second that a job is set to, slowest first. */
export const shares = [0.1, 0.25, 0.5, 1] as const;

/** The share one step slower or faster than the present one; null where there is none. */
export function nextShare(share: number, step: 'slower' | 'faster'): number | null {
  if (step === 'faster') return shares.find((each) => each > share) ?? null;
  return shares.findLast((each) => each < share) ?? null;
}
