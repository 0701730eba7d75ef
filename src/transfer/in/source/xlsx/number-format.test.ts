import { describe, expect, test } from 'vitest';
import { digitsOf, isPlainFormat, lookOf, textLookOf } from './number-format';

describe('numbers of a workbook', () => {
  /** Format, digits in the file, what is seen, and what a field of numbers is given. */
  test.each<[code: string, raw: string, look: string, number: string | null]>([
    ['00000', '42', '00042', '42'],
    ['000-00-0000', '123456789', '123-45-6789', '123456789'],
    ['0', '12345678901', '12345678901', '12345678901'],
    ['0.00', '3.14159', '3.14', '3.14159'],
    ['0.00', '2.5', '2.50', '2.5'],
    ['0%', '0.85', '85%', '0.85'],
    ['0.0%', '0.28499999999999998', '28.5%', '0.285'],
    ['#,##0', '1234567', '1,234,567', '1234567'],
    ['#,##0.00', '1234.5678', '1,234.57', '1234.5678'],
    ['"$"#,##0.00_);("$"#,##0.00)', '-5', '($5.00)', '-5'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', '12.5', '12.50 €', '12.5'],
    ['[$¥-804]#,##0.00', '5', '¥5.00', '5'],
    ['# ?/?', '1.5', '1 1/2', '1.5'],
    ['# ??/??', '0.33333333333333331', '1/3', '0.333333333333333'],
    ['0.00E+00', '12345', '1.23E+04', '12345'],
    ['0,', '12345', '12', '12345'],
    ['0" kg"', '7', '7 kg', '7'],
    ['0.00;[Red]-0.00;"none"', '0', 'none', '0'],
    ['0.00;[Red]-0.00;"none"', '-1.5', '-1.50', '-1.5'],
    ['[>=100]"many: "0;"few: "0', '150', 'many: 150', '150'],
    ['[>=100]"many: "0;"few: "0', '5', 'few: 5', '5'],
    // Hidden by its format, and in the file all the same.
    [';;;', '5', '5', '5'],
    // No format at all.
    ['0;0;0;0;0', '5', '5', '5'],
  ])('%s of %s is seen as %s', (code, raw, look, number) => {
    const how = lookOf(code, false);
    expect(how.show(raw)).toBe(look);
    expect(how.show(raw)).toBe(look);
    expect(how.number(raw)).toBe(number);
    expect(how.day(raw)).toBeNull();
  });

  test.each([
    ['12', '12'],
    ['9007199254740993', '9007199254740993'],
    ['0.30000000000000004', '0.3'],
    ['1E3', '1000'],
    ['-0.5', '-0.5'],
    ['what', 'what'],
  ])('the digits of %s are %s', (raw, digits) => {
    expect(digitsOf(raw)).toBe(digits);
  });

  test('General and text are read as digits', () => {
    expect(['General', 'GENERAL', '@', '', '0', 'm/d/yy'].map(isPlainFormat)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('dates and times of a workbook', () => {
  /** Format (null: as the machine writes days), digits in the file, what is seen, and what a field of days is given. */
  test.each<[code: string | null, raw: string, look: string, day: string | null]>([
    ['yyyy-mm-dd', '46056', '2026-02-03', '2026-02-03'],
    ['d-mmm-yy', '46056', '3-Feb-26', '2026-02-03'],
    ['dd/mm/yyyy', '46056', '03/02/2026', '2026-02-03'],
    ['mmm-yy', '46054', 'Feb-26', '2026-02-01'],
    ['mmmm', '46054', 'February', '2026-02-01'],
    ['yyyy"年"m"月"d"日"', '46056', '2026年2月3日', '2026-02-03'],
    ['[$-804]dddd', '46056', '星期二', '2026-02-03'],
    ['yyyy-mm-dd hh:mm:ss', '46056.5', '2026-02-03 12:00:00', '2026-02-03 12:00:00'],
    ['yyyy-mm-dd hh:mm:ss', '46056', '2026-02-03 00:00:00', '2026-02-03 00:00:00'],
    ['yyyy-mm-dd hh:mm', '46056', '2026-02-03 00:00', '2026-02-03'],
    // A second is 0.0000115740…: what is near one is that one.
    ['yyyy-mm-dd hh:mm', '46056.999988425923', '2026-02-03 23:59', '2026-02-03 23:59:59'],
    [null, '46056', '2026-02-03', '2026-02-03'],
    [null, '46056.25', '2026-02-03 06:00:00', '2026-02-03 06:00:00'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '46056', '2026-02-03', '2026-02-03'],
    ['[$-F400]h:mm:ss\\ AM/PM', '0.75', '18:00:00', null],
    ['h:mm AM/PM', '0.75', '6:00 PM', null],
    ['[h]:mm:ss', '1.5', '36:00:00', null],
    ['mm:ss.0', '0.001', '01:26.4', null],
    ['yyyy-mm-dd', '1', '1900-01-01', '1900-01-01'],
    ['yyyy-mm-dd', '59', '1900-02-28', '1900-02-28'],
    // A day that the calendar of workbooks has, and no other.
    ['yyyy-mm-dd', '60', '1900-02-29', null],
    ['yyyy-mm-dd', '61', '1900-03-01', '1900-03-01'],
    ['yyyy-mm-dd', '-5', '-5', null],
  ])('%s of %s is seen as %s', (code, raw, look, day) => {
    const how = lookOf(code, false);
    expect(how.show(raw)).toBe(look);
    expect(how.day(raw)).toBe(day);
    expect(how.number(raw)).toBeNull();
  });

  test('are counted from 1904 if the workbook says so', () => {
    expect(lookOf('d-mmm-yy', true).show('44594')).toBe('3-Feb-26');
    expect(lookOf('d-mmm-yy', true).day('44594')).toBe('2026-02-03');
    expect(lookOf(null, true).show('0')).toBe('1904-01-01');
    expect(lookOf('[h]:mm', true).show('1.5')).toBe('36:00');
  });
});

test('a format may decorate a text', () => {
  expect(textLookOf('"Nr. "@')?.('7a')).toBe('Nr. 7a');
  expect([textLookOf('@'), textLookOf('General'), textLookOf('0.00')]).toEqual([null, null, null]);
});
