import type { firstEn } from './first-en';
import type { Translation } from './translation';
import { changes } from './zh/changes';
import { common } from './zh/common';
import { connect } from './zh/connect';
import { errors } from './zh/errors';
import { frame } from './zh/frame';
import { grid } from './zh/grid';
import { query } from './zh/query';
import { records } from './zh/records';
import { tables } from './zh/tables';

/** The same in Simplified Chinese. */
export const firstZh: Translation<typeof firstEn> = {
  changes,
  common,
  connect,
  errors,
  frame,
  grid,
  query,
  records,
  tables,
};
