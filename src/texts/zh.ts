import type { en } from './en';
import type { Translation } from './translation';
import { activity } from './zh/activity';
import { changes } from './zh/changes';
import { common } from './zh/common';
import { connect } from './zh/connect';
import { errors } from './zh/errors';
import { events } from './zh/events';
import { explorer } from './zh/explorer';
import { files } from './zh/files';
import { frame } from './zh/frame';
import { grid } from './zh/grid';
import { jobs } from './zh/jobs';
import { provider } from './zh/provider';
import { query } from './zh/query';
import { records } from './zh/records';
import { review } from './zh/review';
import { settings } from './zh/settings';
import { tables } from './zh/tables';
import { workspaces } from './zh/workspaces';

/** Every text in Simplified Chinese; a key that English has and this lacks does not compile. */
export const zh: Translation<typeof en> = {
  activity,
  changes,
  common,
  connect,
  errors,
  events,
  explorer,
  files,
  frame,
  grid,
  jobs,
  provider,
  query,
  records,
  review,
  settings,
  tables,
  workspaces,
};
