import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { addresses } from '../url/paths';
import { Frame } from './frame';
import { environmentLoader, home, openEnvironment, openWorkspace, settingsLoader } from './loaders';
import { NotFound } from './not-found';
import { PageError } from './page-error';
import type { PageHandle } from './page-handle';
import { Root } from './root';
import { StartingUp } from './starting-up';

/** What the frame says of a page; its `title` is a text of the frame. */
const page = (title: PageHandle['title']): { handle: PageHandle } => ({ handle: { title } });

/** Pages of an environment outside its workspaces. */
const environmentPages: RouteObject[] = [
  { path: addresses.jobs, ...page('jobs'), lazy: () => import('../pages/jobs/jobs-page') },
  { path: addresses.job, ...page('jobs'), lazy: () => import('../pages/job/job-page') },
  { path: addresses.files, ...page('files'), lazy: () => import('../pages/files/files-page') },
  { path: addresses.provider, ...page('provider'), lazy: () => import('../pages/provider/provider-page') },
  { path: addresses.events, ...page('events'), lazy: () => import('../pages/events/events-page') },
  { path: addresses.activity, ...page('activity'), lazy: () => import('../pages/activity/activity-page') },
  { path: addresses.explorer, ...page('explorer'), lazy: () => import('../pages/explorer/explorer-page') },
];

/** Every page of the console; each is a chunk of its own. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: PageError,
    HydrateFallback: StartingUp,
    children: [
      { path: addresses.home, loader: home, element: null },
      { path: addresses.connect, ...page('connect'), lazy: () => import('../pages/connect/connect-page') },
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
                  { index: true, loader: openEnvironment, element: null },
                  {
                    path: addresses.workspaces,
                    ...page('workspaces'),
                    lazy: () => import('../pages/workspaces/workspaces-page'),
                  },
                  {
                    path: addresses.workspace,
                    lazy: () => import('../pages/tables/tables-page'),
                    children: [
                      {
                        // Records that fail leave the pane of tables beside them.
                        ErrorBoundary: PageError,
                        children: [
                          { index: true, loader: openWorkspace, element: null },
                          { path: addresses.tables, ...page('tables'), element: null },
                          {
                            path: addresses.records,
                            ...page('tables'),
                            lazy: () => import('../pages/records/records-page'),
                          },
                        ],
                      },
                    ],
                  },
                  ...environmentPages,
                ],
              },
              {
                path: addresses.settings,
                ...page('settings'),
                loader: settingsLoader,
                lazy: () => import('../pages/settings/settings-page'),
              },
            ],
          },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
]);
