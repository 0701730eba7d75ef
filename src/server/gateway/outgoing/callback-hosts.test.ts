import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config';
import { allowing, callbackHostOf, callbackUrl, mayConnect } from './callback-hosts';

const allowed = (entries: string, address: string) => {
  const { hosts } = readConfig({ CALLBACK_HOSTS: entries }).callbacks;
  return allowing(hosts, new URL(address))?.text ?? null;
};

describe('hosts of callbacks', () => {
  it.each([
    ['hooks.example.com', 'https://hooks.example.com/in?a=1'],
    ['hooks.example.com', 'https://HOOKS.example.com:443/'],
    ['*.example.com', 'https://a.b.example.com/'],
    ['https://hooks.example.com:8443', 'https://hooks.example.com:8443/'],
    ['http://localhost:9000', 'http://localhost:9000/in'],
    ['http://[::1]:9000', 'http://[::1]:9000/in'],
    ['http://127.0.0.1:9000', 'http://2130706433:9000/in'],
  ])('%s allows %s', (entries, address) => expect(allowed(entries, address)).toBe(entries));

  it.each([
    ['hooks.example.com', 'http://hooks.example.com/'],
    ['hooks.example.com', 'https://hooks.example.com:8443/'],
    ['hooks.example.com', 'https://hooks.example.com.evil.net/'],
    ['hooks.example.com', 'https://evil.hooks.example.com/'],
    ['*.example.com', 'https://example.com/'],
    ['*.example.com', 'https://evilexample.com/'],
    ['*.example.com', 'http://a.example.com/'],
    ['https://hooks.example.com:8443', 'https://hooks.example.com/'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1/in'],
    ['', 'https://hooks.example.com/'],
  ])('%s does not allow %s', (entries, address) => expect(allowed(entries, address)).toBeNull());

  it('accepts only http and https addresses without user, password and #', () => {
    expect(callbackUrl('https://hooks.example.com/in?token=1')?.href).toBe('https://hooks.example.com/in?token=1');
    for (const wrong of [
      'https://user@hooks.example.com/',
      'https://:secret@hooks.example.com/',
      'https://hooks.example.com/#part',
      'ftp://hooks.example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'hooks.example.com',
      `https://hooks.example.com/${'x'.repeat(2000)}`,
    ])
      expect(callbackUrl(wrong), wrong).toBeNull();
  });

  const plain = { mayBePrivate: false };
  const meant = { mayBePrivate: true };
  it.each(['93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34'])('connects to %s', (address) =>
    expect(mayConnect(address, plain)).toBe(true),
  );
  it.each([
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '::1',
    '::7f00:1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
  ])('connects to %s only where the very machine was written', (address) => {
    expect(mayConnect(address, plain)).toBe(false);
    expect(mayConnect(address, meant)).toBe(true);
  });
  it.each([
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'ff02::1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    'no address',
  ])('never connects to %s', (address) => expect(mayConnect(address, meant)).toBe(false));

  it('allows a private host only by exact name and protocol', () => {
    expect(callbackHostOf('hooks.corp')?.mayBePrivate).toBe(false);
    expect(callbackHostOf('https://*.corp')?.mayBePrivate).toBe(false);
    expect(callbackHostOf('https://hooks.corp')?.mayBePrivate).toBe(true);
    expect(callbackHostOf('*.10.0.0.1')).toBeNull();
  });

  it('is refused in one sentence, without the address', () => {
    expect(() => readConfig({ CALLBACK_HOSTS: 'https://hooks.example.com/path' })).toThrow(
      /^CALLBACK_HOSTS must list hosts such as .*; "https:\/\/hooks\.example\.com\/path" is not one\.$/,
    );
    expect(() => readConfig({ DEMO_CALLBACK_URL: 'https://hooks.example.com/?token=abc' })).toThrow(
      /^DEMO_CALLBACK_URL points to hooks\.example\.com, which CALLBACK_HOSTS does not allow\.$/,
    );
    expect(() => readConfig({ DEMO_APP_CALLBACK_URL: 'ftp://hooks.example.com/abc' })).toThrow(
      /^DEMO_APP_CALLBACK_URL must be an http or https URL without user name, password or #\.$/,
    );
  });
});
