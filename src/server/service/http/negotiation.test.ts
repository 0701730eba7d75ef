import { describe, expect, it } from 'vitest';
import { askedRange, chosenEncoding, isUnchanged } from './negotiation';

describe('the encoding of a response', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, br', 'br'],
    ['BR', 'br'],
    ['br;q=0', null],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip; q=0.1', 'gzip'],
    ['gzip;q=0.9, br;q=0.2', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, identity', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0', null],
    ['x-gzip', 'gzip'],
    ['br;q=x', null],
    ['brotli', null],
    ['', null],
  ])('for Accept-Encoding: %s is %s', (accepted, encoding) => {
    expect(chosenEncoding(new Headers({ 'accept-encoding': accepted }), ['br', 'gzip'])).toBe(encoding);
  });

  it('is none without the header', () => {
    expect(chosenEncoding(new Headers(), ['br', 'gzip'])).toBeNull();
  });
});

describe('If-None-Match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b","c",W/"a"', true],
    ['"x,y" , "a"', true],
    [' * ', true],
    ['"b"', false],
    ['"A"', false],
    ['a', false],
    ['"a-br"', false],
    ['', false],
  ])('%s names "a": %s', (given, named) => {
    expect(isUnchanged(new Headers({ 'if-none-match': given }), '"a"')).toBe(named);
  });
});

describe('the range of a request', () => {
  const range = (headers: Record<string, string>, method = 'GET', size = 10) =>
    askedRange(new Request('http://a/', { method, headers }), size, '"a"');
  it.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=9-99', { first: 9, last: 9 }],
    ['BYTES=2-2', { first: 2, last: 2 }],
    ['bytes=5-2', null],
    ['bytes=12-11', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-3', null],
    ['bytes=a-3', null],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=99-100', 'unsatisfiable'],
  ])('%s', (given, asked) => {
    expect(range({ range: given })).toEqual(asked);
  });

  it('holds for this representation only, and for GET', () => {
    expect(range({ range: 'bytes=0-3', 'if-range': '"a"' })).toEqual({ first: 0, last: 3 });
    for (const other of ['"b"', 'W/"a"', 'Tue, 01 Jan 2030 00:00:00 GMT', '']) {
      expect(range({ range: 'bytes=0-3', 'if-range': other })).toBeNull();
    }
    expect(range({ range: 'bytes=0-3' }, 'HEAD')).toBeNull();
    expect(range({ range: 'bytes=0-' }, 'GET', 0)).toBe('unsatisfiable');
  });
});
