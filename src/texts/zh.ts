import type { en } from './en';
import { firstZh } from './first-zh';
import type { Translation } from './translation';
import { activity } from './zh/activity';
import { columns } from './zh/columns';
import { edits } from './zh/edits';
import { events } from './zh/events';
import { explorer } from './zh/explorer';
import { exporting } from './zh/exporting';
import { files } from './zh/files';
import { filters } from './zh/filters';
import { importTexts } from './zh/import';
import { jobs } from './zh/jobs';
import { provider } from './zh/provider';
import { review } from './zh/review';
import { settings } from './zh/settings';
import { views } from './zh/views';
import { workspaces } from './zh/workspaces';

/** Every text in Simplified Chinese; a key that English has and this lacks does not compile. */
export const zh: Translation<typeof en> = {
  ...firstZh,
  activity,
  columns,
  edits,
  events,
  explorer,
  exporting,
  files,
  filters,
  import: importTexts,
  jobs,
  provider,
  review,
  settings,
  views,
  workspaces,
};
