import { describe, expect, it } from 'vitest';
import { ask, withGateways } from '../test-gateway';
import { createAddressLimit } from './address-limit';
import { addressGroup, clientAddress } from './client-address';

describe('the limit of an address', () => {
  it('allows five seconds of its rate at once, then its rate, per address', () => {
    let now = 0;
    const isTooMany = createAddressLimit(10, () => now);
    const passed = (address: string, tries: number) =>
      Array.from({ length: tries }, () => isTooMany(address)).filter((one) => !one).length;
    expect(passed('10.0.0.1', 100)).toBe(50);
    expect(passed('10.0.0.2', 1)).toBe(1);
    now = 1000;
    expect(passed('10.0.0.1', 100)).toBe(10);
    now = 3_600_000;
    expect(passed('10.0.0.1', 100)).toBe(50);
  });

  it('is off at 0', () => {
    const isTooMany = createAddressLimit(0);
    expect(Array.from({ length: 1000 }, () => isTooMany('10.0.0.1')).some(Boolean)).toBe(false);
  });

  it.each([
    ['10.0.0.1', null, false, '10.0.0.1'],
    ['::ffff:10.0.0.1', null, false, '10.0.0.1'],
    ['2001:DB8:0:1:2:3:4:5', null, false, '2001:db8:0:1::/64'],
    ['2001:db8::5', null, false, '2001:db8:0:0::/64'],
    ['127.0.0.1', null, false, null],
    ['::1', null, false, null],
    ['127.0.0.1', '10.0.0.9', false, null],
    ['127.0.0.1', '1.2.3.4, 10.0.0.9', true, '10.0.0.9'],
    ['127.0.0.1', null, true, null],
    ['127.0.0.1', '10.0.0.9:4711', true, '10.0.0.9'],
    ['127.0.0.1', '1.2.3.4, [2001:db8:0:1::7]:443', true, '2001:db8:0:1::/64'],
    ['127.0.0.1', '[2001:db8:0:1::7]', true, '2001:db8:0:1::/64'],
    ['127.0.0.1', '2001:0DB8:0000:0001::7', true, '2001:db8:0:1::/64'],
    ['127.0.0.1', '2001:db8:0:1:ffff:ffff:10.0.0.1', true, '2001:db8:0:1::/64'],
    ['fe80::1%eth0', null, false, 'fe80:0:0:0::/64'],
    ['127.0.0.1', '::ffff:a00:9', true, '10.0.0.9'],
    ['127.0.0.1', '::FFFF:10.0.0.9', true, '10.0.0.9'],
    ['127.0.0.1', '10.0.0.9, somebody', true, 'unknown'],
    ['127.0.0.1', '10.0.0.9, any.localhost', true, 'unknown'],
    ['127.0.0.1', '10.0.0.9, unknown:5', true, 'unknown'],
    ['127.0.0.1', '10.0.0.9,', true, 'unknown'],
    ['127.0.0.1', '', true, 'unknown'],
  ])('counts %s with X-Forwarded-For %s, trusted %s, as %s', (address, forwarded, trusted, counted) => {
    const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
    const caller = { address };
    expect(addressGroup(clientAddress(ask('/', { headers }), caller, trusted))).toBe(counted);
  });
});

describe('a gateway', () => {
  const { open } = withGateways();

  it('responds 429 to an address over its limit, and keeps serving others and health checks', async () => {
    const gateway = await open({ variables: { REQUESTS_PER_ADDRESS: '1' } });
    const statusFor = async (address: string, path: string) => {
      const answer = await gateway.fetch(ask(path), { address });
      return [answer.status, answer.headers.get('retry-after')];
    };
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => statusFor('10.0.0.1', '/gateway/environments')));
    expect(five).toEqual([1, 2, 3, 4, 5].map(() => [200, null]));
    expect(await statusFor('10.0.0.1', '/gateway/environments')).toEqual([429, '1']);
    expect(await statusFor('10.0.0.1', '/livez')).toEqual([200, null]);
    expect(await statusFor('10.0.0.2', '/gateway/environments')).toEqual([200, null]);
  });
});
