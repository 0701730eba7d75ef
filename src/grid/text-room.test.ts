import { describe, expect, it } from 'vitest';
import { surelyFits } from './text-room';

const em = 12.5;

describe('whether a content surely has room', () => {
  // Widths in px measured in a browser, each in the widest of Inter, DejaVu Sans, Liberation Sans and a monospaced font.
  it.each([
    ['meadow juniper 87', 127],
    ['2300000000000002', 129],
    ['2016-08-16 12:30:00', 143],
    ['WWW MMM @@@ %%%', 154],
    ['İstanbul – Ørsted', 127],
  ])('%s: never in less than it takes', (text, width) => {
    expect(surelyFits(text, width - 1, em)).toBe(false);
    expect(surelyFits(text, 2 * width, em)).toBe(true);
  });

  it.each(['amber inlet 2', '19632.07', '2016-08-16', '仓库编号', ''])('%s has it in a cell of 160 px', (text) => {
    expect(surelyFits(text, 139, 13)).toBe(true);
  });

  it('counts every part, and what is around it', () => {
    const chip = { text: 'Open', look: 'chip' } as const;
    expect(surelyFits([chip], 139, em)).toBe(true);
    expect(surelyFits([chip, chip, chip], 139, em)).toBe(false);
  });

  it.each(['﷽', 'a\u0301', '👩‍👩‍👧', 'हिन्दी', 'مرحبا'])('%s: nothing is sure of characters without a bound', (text) => {
    expect(surelyFits(text, 10_000, em)).toBe(false);
    expect(surelyFits([{ text, look: 'chip' }], 10_000, em)).toBe(false);
  });
});
