import { describe, expect, test } from 'vitest';
import { shownLink, standingOf } from './link-hosts';

const page = 'https://console.example';
const environment = { fileHosts: ['files.example.com', '*.example.net', 'https://cdn.example.org:8443'] };
const kindOf = (link: string, origin = page) => standingOf(link, environment, origin).kind;

describe('a file link is loaded by the page', () => {
  test('when it is on this origin', () => {
    expect(kindOf('https://console.example/env/embedded/files/1')).toBe('shown');
  });
  test('when its host is one that the environment allows, below a wildcard or with its port', () => {
    expect(kindOf('https://files.example.com/a')).toBe('shown');
    expect(kindOf('https://a.b.example.net/a')).toBe('shown');
    expect(kindOf('https://cdn.example.org:8443/a')).toBe('shown');
  });
  test('without TLS only where the page has none either', () => {
    expect(kindOf('http://files.example.com/a')).toBe('foreign');
    expect(kindOf('http://files.example.com/a', 'http://127.0.0.1:4173')).toBe('shown');
    expect(kindOf('http://cdn.example.org:8443/a', 'http://127.0.0.1:4173')).toBe('foreign');
  });
});

describe('a file link is only shown, not loaded', () => {
  test('when its host, its port or the host above a wildcard is not allowed', () => {
    for (const link of [
      'https://evil.example/a',
      'https://files.example.com:8443/a',
      'https://cdn.example.org/a',
      'https://example.net/a',
      'https://files.example.com.evil.example/a',
      'https://evilexample.net/a',
    ]) {
      expect([link, kindOf(link)]).toEqual([link, 'foreign']);
    }
  });
  test('with its host, so that a person can judge it', () => {
    expect(standingOf('https://evil.example:81/a', environment, page)).toMatchObject({ host: 'evil.example:81' });
  });
});

test('anything but a web address is no link', () => {
  for (const link of ['', 'javascript:alert(1)', 'data:text/html,x', 'blob:https://console.example/1', '/files/1']) {
    expect([link, kindOf(link)]).toEqual([link, 'none']);
  }
  expect(standingOf(undefined, environment, page).kind).toBe('none');
});

test('the first of several links that may be loaded is used', () => {
  const file = {
    file_id: '1',
    name: 'a.png',
    ref_id: null,
    ref_type: null,
    link: { square: '', small: 'https://evil.example/s', medium: 'https://files.example.com/m' },
    size: null,
    ext: 'png',
    filetype: null,
  };
  expect(shownLink(file, ['square', 'small', 'medium'], environment, page)).toBe('https://files.example.com/m');
  expect(shownLink(file, ['square', 'small'], environment, page)).toBeNull();
});
