import type { firstEn } from './first-en';
import type { Translation } from './translation';
import { common } from './zh/common';
import { frame } from './zh/frame';
import { grid } from './zh/grid';
import { query } from './zh/query';
import { records } from './zh/records';
import { tables } from './zh/tables';

/** The same in Simplified Chinese. */
export const firstZh: Translation<typeof firstEn> = {
  common,
  frame,
  grid,
  query,
  records,
  tables,
};
