/** The ways in which dates, numbers and references are written. */
export const formats = {
  date: '2026-12-31',
  day_first: '31.12.2026 (day first)',
  month_first: '12/31/2026 (month first)',
  number: '1,234.5',
  comma: '1.234,5',
  names: 'names',
  ids: 'IDs',
  no_offset: 'ignore time zone',
  day_first_short: '31.12.97 (day first, years 1930–2029)',
  month_name: '31 Dec 2026 (name of the month)',
  compact: '20261231',
  serial: '46387 (days as in Excel)',
  accounting: '(1,234.50), 1,234.50-, $1,234.5',
  month_first_short: '12/31/97 (month first, years 1930–2029)',
} as const;
