import { common } from './en/common';
import { frame } from './en/frame';
import { grid } from './en/grid';
import { query } from './en/query';
import { records } from './en/records';
import { tables } from './en/tables';

/** The English texts of the frame and of the pages that come with it: tables and records. */
export const firstEn = {
  common,
  frame,
  grid,
  query,
  records,
  tables,
} as const;
