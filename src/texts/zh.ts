import type { en } from './en';
import { firstZh } from './first-zh';
import type { Translation } from './translation';
import { activity } from './zh/activity';
import { bulk } from './zh/bulk';
import { changes } from './zh/changes';
import { columns } from './zh/columns';
import { common } from './zh/common';
import { connect } from './zh/connect';
import { deleting } from './zh/deleting';
import { edits } from './zh/edits';
import { errors } from './zh/errors';
import { events } from './zh/events';
import { explorer } from './zh/explorer';
import { exporting } from './zh/exporting';
import { files } from './zh/files';
import { filters } from './zh/filters';
import { formats } from './zh/formats';
import { frame } from './zh/frame';
import { importTexts } from './zh/import';
import { importCheckTexts } from './zh/import-check';
import { importColumnsTexts } from './zh/import-columns';
import { insight } from './zh/insight';
import { jobStoryTexts } from './zh/job-story';
import { jobs } from './zh/jobs';
import { laterCommon } from './zh/later-common';
import { laterFrame } from './zh/later-frame';
import { laterQuery } from './zh/later-query';
import { laterRecords } from './zh/later-records';
import { laterTables } from './zh/later-tables';
import { provider } from './zh/provider';
import { query } from './zh/query';
import { records } from './zh/records';
import { review } from './zh/review';
import { service } from './zh/service';
import { settings } from './zh/settings';
import { shortcuts } from './zh/shortcuts';
import { summary } from './zh/summary';
import { tables } from './zh/tables';
import { views } from './zh/views';
import { workspaces } from './zh/workspaces';

/** Every text in Simplified Chinese; a key that English has and this lacks does not compile. */
export const zh: Translation<typeof en> = {
  ...firstZh,
  activity,
  errors,
  connect,
  bulk,
  changes,
  columns,
  deleting,
  edits,
  events,
  explorer,
  exporting,
  files,
  filters,
  formats,
  import: { ...importTexts, check: importCheckTexts, columns: importColumnsTexts },
  insight,
  jobs: { ...jobs, ...jobStoryTexts },
  provider,
  query: { ...query, ...laterQuery },
  common: { ...common, ...laterCommon },
  frame: { ...frame, ...laterFrame },
  records: { ...records, ...laterRecords },
  tables: { ...tables, ...laterTables },
  review,
  service,
  settings,
  shortcuts,
  summary,
  views,
  workspaces,
};
