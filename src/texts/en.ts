import { activity } from './en/activity';
import { columns } from './en/columns';
import { edits } from './en/edits';
import { events } from './en/events';
import { explorer } from './en/explorer';
import { exporting } from './en/exporting';
import { files } from './en/files';
import { filters } from './en/filters';
import { importTexts } from './en/import';
import { jobs } from './en/jobs';
import { provider } from './en/provider';
import { review } from './en/review';
import { settings } from './en/settings';
import { views } from './en/views';
import { workspaces } from './en/workspaces';
import { firstEn } from './first-en';

/** Every English text, one namespace for each page or part. */
export const en = {
  ...firstEn,
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
} as const;
