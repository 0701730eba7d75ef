import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { loader, shouldRevalidate } from '../pages/records/records-loader';
import { lazyCode, lazyPage, lazyPart } from '../ui/layout/lazy-part';
import { addresses } from '../url/paths';
import { Frame } from './frame/frame';
import { Root, StartingUp } from './root';
import type { PageHandle } from './start/document-title';
import {
  environmentLoader,
  home,
  onAnotherPath,
  openEnvironment,
  openWorkspace,
  settingsLoader,
} from './start/loaders';

const PageError = lazyPart(async () => (await import('./later')).PageError);
// Their texts are among the first.
const tablesPage = lazyCode(() => import('../pages/tables/tables-page'));
const recordsPage = lazyCode(() => import('../pages/records/records-page'));

const page = (title: PageHandle['title']): { handle: PageHandle } => ({ handle: { title } });

/** Pages of an environment outside its workspaces. */
const environmentPages: RouteObject[] = [
  { path: addresses.jobs, ...page('jobs'), lazy: lazyPage(() => import('../pages/jobs/jobs-page')) },
  { path: addresses.job, ...page('jobs'), lazy: lazyPage(() => import('../pages/job/job-page')) },
  { path: addresses.files, ...page('files'), lazy: lazyPage(() => import('../pages/files/files-page')) },
  { path: addresses.provider, ...page('provider'), lazy: lazyPage(() => import('../pages/provider/provider-page')) },
  { path: addresses.events, ...page('events'), lazy: lazyPage(() => import('../pages/events/events-page')) },
  { path: addresses.service, ...page('service'), lazy: lazyPage(() => import('../pages/service/service-page')) },
  { path: addresses.activity, ...page('activity'), lazy: lazyPage(() => import('../pages/activity/activity-page')) },
  { path: addresses.explorer, ...page('explorer'), lazy: lazyPage(() => import('../pages/explorer/explorer-page')) },
];

/** Every page of the console, each a chunk of its own. The loader of the records is here, so that its request leaves before that chunk has come. */
const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: PageError,
    HydrateFallback: StartingUp,
    children: [
      { path: addresses.home, loader: home, element: null },
      { path: addresses.connect, ...page('connect'), lazy: lazyPage(() => import('../pages/connect/connect-page')) },
      {
        Component: Frame,
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              {
                path: addresses.environment,
                loader: environmentLoader,
                shouldRevalidate: onAnotherPath,
                children: [
                  { index: true, loader: openEnvironment, element: null },
                  {
                    path: addresses.workspaces,
                    ...page('workspaces'),
                    lazy: lazyPage(() => import('../pages/workspaces/workspaces-page')),
                  },
                  {
                    path: addresses.workspace,
                    shouldRevalidate: onAnotherPath,
                    lazy: tablesPage,
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
                            loader,
                            shouldRevalidate,
                            lazy: { Component: async () => (await recordsPage()).Component },
                          },
                          {
                            path: addresses.insight,
                            ...page('tables'),
                            lazy: lazyPage(() => import('../pages/insight/insight-page')),
                          },
                        ],
                      },
                    ],
                  },
                  {
                    path: addresses.import,
                    ...page('tables'),
                    lazy: lazyPage(() => import('../pages/import/import-page')),
                  },
                  ...environmentPages,
                ],
              },
              {
                path: addresses.settings,
                ...page('settings'),
                loader: settingsLoader,
                lazy: lazyPage(() => import('../pages/settings/settings-page')),
              },
            ],
          },
        ],
      },
      { path: '*', lazy: lazyPage(async () => ({ Component: (await import('./later')).NotFound })) },
    ],
  },
];

export const router = createBrowserRouter(routes);
