import { describe, expect, it } from 'vitest';
import { createOpenShares, type Owner } from './open-shares';

/** Shares of this size, and the names of what has entered and not left. */
function opened(most: number, mostOfKey?: number) {
  const shares = createOpenShares({ most, mostOfKey });
  const inside = new Set<string>();
  return {
    inside,
    enter(name: string, owner: Partial<Owner>, isUsed?: () => boolean) {
      const whole = { address: null, key: null, isKnown: false, ...owner };
      const leave = shares.enter(whole, () => void inside.delete(name), isUsed);
      if (leave !== null) inside.add(name);
      return leave;
    },
  };
}
const known = (key: string): Partial<Owner> => ({ key, isKnown: true, address: '10.0.0.1' });

describe('when everything is taken', () => {
  it.each([
    ['keys that were made up on this machine', (n: number): Partial<Owner> => ({ key: `made-up-${n}` })],
    [
      'keys that were made up at one address',
      (n: number): Partial<Owner> => ({ key: `made-up-${n}`, address: '10.0.0.9' }),
    ],
    ['one address without keys', (): Partial<Owner> => ({ address: '10.0.0.9' })],
  ])('by %s, a known key gets in, and stays', (_by, of) => {
    const { enter, inside } = opened(10);
    for (let n = 0; n < 30; n += 1) enter(`stranger-${n}`, of(n));
    expect(inside.size).toBe(10);
    for (let n = 0; n < 10; n += 1) expect(enter(`mine-${n}`, known('mine'))).not.toBeNull();
    for (let n = 30; n < 60; n += 1) expect(enter(`stranger-${n}`, of(n))).toBeNull();
    expect([...inside].every((name) => name.startsWith('mine'))).toBe(true);
  });

  it('the owner that has most gives way to others until all have the same', () => {
    const { enter, inside } = opened(6);
    for (let n = 0; n < 6; n += 1) enter(`a-${n}`, { address: '10.0.0.1' });
    for (let n = 0; n < 6; n += 1) enter(`b-${n}`, { address: '10.0.0.2' });
    expect([...inside]).toEqual(['a-3', 'a-4', 'a-5', 'b-0', 'b-1', 'b-2']);
    expect(enter('a-6', { address: '10.0.0.1' })).toBeNull();
    for (const key of ['x', 'y']) enter(`known-${key}`, known(key));
    expect([...inside]).toEqual(['a-4', 'a-5', 'b-1', 'b-2', 'known-x', 'known-y']);
  });

  it('the oldest unused one gives way before any that is used, also to its own owner', () => {
    const { enter, inside } = opened(3);
    const used = new Set(['second']);
    for (const name of ['first', 'second', 'third']) enter(name, {}, () => used.has(name));
    expect(enter('fourth', {})).not.toBeNull();
    expect([...inside]).toEqual(['second', 'third', 'fourth']);
    used.add('third');
    expect(enter('fifth', {})).toBeNull();
  });

  it('what has left makes room', () => {
    const { enter } = opened(1);
    const leave = enter('first', {});
    expect(enter('second', {})).toBeNull();
    leave?.();
    expect(enter('second', {})).not.toBeNull();
  });
});

it('one key has no more than its share', () => {
  const { enter, inside } = opened(10, 4);
  for (let n = 0; n < 8; n += 1) enter(`mine-${n}`, known('mine'));
  expect(inside.size).toBe(4);
  expect(enter('other', known('other'))).not.toBeNull();
});
