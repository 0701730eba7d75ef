const keptMs = 10 * 60 * 1000;
const keptMost = 20_000;

/**
 * Remembers the names of writes that passed, for longer than any browser repeats one. In this process only: a browser repeats a call on the address that it
 * sent it to.
 * @returns whether a name has passed before
 */
export function createRepeatGuard(clock: () => number = Date.now): (name: string) => boolean {
  const passed = new Map<string, number>();
  return (name) => {
    const now = clock();
    for (const [old, at] of passed) {
      if (passed.size < keptMost && now - at < keptMs) break;
      passed.delete(old);
    }
    if (passed.has(name)) return true;
    passed.set(name, now);
    return false;
  };
}
