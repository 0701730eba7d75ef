import { activity } from './en/activity';
import { changes } from './en/changes';
import { common } from './en/common';
import { connect } from './en/connect';
import { errors } from './en/errors';
import { events } from './en/events';
import { explorer } from './en/explorer';
import { files } from './en/files';
import { frame } from './en/frame';
import { grid } from './en/grid';
import { jobs } from './en/jobs';
import { provider } from './en/provider';
import { query } from './en/query';
import { records } from './en/records';
import { review } from './en/review';
import { settings } from './en/settings';
import { tables } from './en/tables';
import { workspaces } from './en/workspaces';

/** Every English text, one namespace for each page or part. */
export const en = {
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
} as const;
