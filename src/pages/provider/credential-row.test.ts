import { expect, test } from 'vitest';
import { maskSecret } from './credential-row';

test('a secret shows its kind and its last four characters', () => {
  expect(maskSecret('at_0123456789abcdefc91e')).toBe('at_••••••c91e');
  expect(maskSecret('0123456789abcdefc91e')).toBe('••••••c91e');
});

test('a short secret shows nothing', () => {
  expect(maskSecret('at_12345c91e')).toBe('••••••');
});
