import { activity } from './en/activity';
import { bulk } from './en/bulk';
import { changes } from './en/changes';
import { columns } from './en/columns';
import { common } from './en/common';
import { connect } from './en/connect';
import { deleting } from './en/deleting';
import { edits } from './en/edits';
import { errors } from './en/errors';
import { events } from './en/events';
import { explorer } from './en/explorer';
import { exporting } from './en/exporting';
import { files } from './en/files';
import { filters } from './en/filters';
import { formats } from './en/formats';
import { frame } from './en/frame';
import { importTexts } from './en/import';
import { importCheckTexts } from './en/import-check';
import { importColumnsTexts } from './en/import-columns';
import { insight } from './en/insight';
import { jobStoryTexts } from './en/job-story';
import { jobs } from './en/jobs';
import { laterCommon } from './en/later-common';
import { laterFrame } from './en/later-frame';
import { laterQuery } from './en/later-query';
import { laterRecords } from './en/later-records';
import { laterTables } from './en/later-tables';
import { provider } from './en/provider';
import { query } from './en/query';
import { records } from './en/records';
import { review } from './en/review';
import { service } from './en/service';
import { settings } from './en/settings';
import { shortcuts } from './en/shortcuts';
import { summary } from './en/summary';
import { tables } from './en/tables';
import { views } from './en/views';
import { workspaces } from './en/workspaces';
import { firstEn } from './first-en';

/** Every English text, one namespace for each page or part. */
export const en = {
  ...firstEn,
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
} as const;
