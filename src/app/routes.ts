import * as recordsPage from '../pages/records/records-page';
import * as tablesPage from '../pages/tables/tables-page';
import { later } from '../ui/later';
import { addresses } from '../url/paths';
import { Frame } from './frame';
import { environmentLoader, home, openEnvironment, openWorkspace, settingsLoader } from './loaders';
import { createNavigator } from './navigator';
import { laterPage } from './page-chunks';
import type { PageHandle } from './page-handle';
import { browserHistory } from './page-history';
import type { PageRoute } from './page-route';
import { Root } from './root';

const PageError = later(async () => (await import('./page-error')).PageError);

/** What the frame says of a page; its `title` is a text of the frame. */
const page = (title: PageHandle['title']): { handle: PageHandle } => ({ handle: { title } });

/** Pages of an environment outside its workspaces. */
const environmentPages: PageRoute[] = [
  { path: addresses.jobs, ...page('jobs'), lazy: laterPage(() => import('../pages/jobs/jobs-page')) },
  { path: addresses.job, ...page('jobs'), lazy: laterPage(() => import('../pages/job/job-page')) },
  { path: addresses.files, ...page('files'), lazy: laterPage(() => import('../pages/files/files-page')) },
  { path: addresses.provider, ...page('provider'), lazy: laterPage(() => import('../pages/provider/provider-page')) },
  { path: addresses.events, ...page('events'), lazy: laterPage(() => import('../pages/events/events-page')) },
  { path: addresses.activity, ...page('activity'), lazy: laterPage(() => import('../pages/activity/activity-page')) },
  { path: addresses.explorer, ...page('explorer'), lazy: laterPage(() => import('../pages/explorer/explorer-page')) },
];

/** Every page of the console. Records and the tables beside them are what people come for, so they are there at once; each other page is a chunk of its own. */
const routes: PageRoute[] = [
  {
    Component: Root,
    ErrorBoundary: PageError,
    children: [
      { path: addresses.home, loader: home },
      { path: addresses.connect, ...page('connect'), lazy: laterPage(() => import('../pages/connect/connect-page')) },
      {
        Component: Frame,
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              {
                path: addresses.environment,
                loader: environmentLoader,
                children: [
                  { index: true, loader: openEnvironment },
                  {
                    path: addresses.workspaces,
                    ...page('workspaces'),
                    lazy: laterPage(() => import('../pages/workspaces/workspaces-page')),
                  },
                  {
                    path: addresses.workspace,
                    ...tablesPage,
                    children: [
                      {
                        // Records that fail leave the pane of tables beside them.
                        ErrorBoundary: PageError,
                        children: [
                          { index: true, loader: openWorkspace },
                          { path: addresses.tables, ...page('tables') },
                          {
                            path: addresses.records,
                            ...page('tables'),
                            ...recordsPage,
                          },
                        ],
                      },
                    ],
                  },
                  {
                    path: addresses.import,
                    ...page('tables'),
                    lazy: laterPage(() => import('../pages/import/import-page')),
                  },
                  ...environmentPages,
                ],
              },
              {
                path: addresses.settings,
                ...page('settings'),
                loader: settingsLoader,
                lazy: laterPage(() => import('../pages/settings/settings-page')),
              },
            ],
          },
        ],
      },
      { path: '*', lazy: laterPage(async () => ({ Component: (await import('./not-found')).NotFound })) },
    ],
  },
];

export const pageNavigator = createNavigator(routes, browserHistory);
