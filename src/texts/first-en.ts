import { changes } from './en/changes';
import { common } from './en/common';
import { connect } from './en/connect';
import { errors } from './en/errors';
import { frame } from './en/frame';
import { grid } from './en/grid';
import { query } from './en/query';
import { records } from './en/records';
import { tables } from './en/tables';

/** The English texts of the frame and of the pages that come with it: tables, records and the way in. */
export const firstEn = {
  changes,
  common,
  connect,
  errors,
  frame,
  grid,
  query,
  records,
  tables,
} as const;
