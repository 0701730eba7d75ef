/** The ways in which dates, numbers and references are written. */
export const formats = {
  date: '2026-12-31',
  day_first: '31.12.2026（日在前）',
  month_first: '12/31/2026（月在前）',
  number: '1,234.5',
  comma: '1.234,5',
  names: '名称',
  ids: 'ID',
  no_offset: '忽略时区',
  day_first_short: '31.12.97（日在前，1930–2029 年）',
  month_name: '31 Dec 2026（英文等月份名）',
  compact: '20261231',
  serial: '46387（Excel 日期序号）',
  accounting: '(1,234.50)、1,234.50-、$1,234.5',
  month_first_short: '12/31/97（月在前，1930–2029 年）',
} as const;
