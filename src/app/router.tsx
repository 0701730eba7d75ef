import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { restoreConnection } from '../credentials/connection';
import { addresses, paths } from '../url/paths';
import { Frame } from './frame';
import { environmentOf, lastPlace } from './last-place';
import { NotFound } from './not-found';
import { PageError } from './page-error';
import type { PageHandle } from './page-handle';
import { Root } from './root';
import { StartingUp } from './starting-up';

/** What the frame says of a page; its `title` is a text of the frame. */
const page = (title: PageHandle['title']): { handle: PageHandle } => ({ handle: { title } });

/** `/` leads to where one was in this browser, or to the connect page. */
function home() {
  return redirect(lastPlace().path ?? paths.connect());
}

/** A workspace alone leads to the tables that can be changed. */
function openWorkspace({ params }: LoaderFunctionArgs) {
  return redirect(paths.tables({ env: params.env ?? '', space: params.space ?? '', type: 'ext' }));
}

function openEnvironment({ params }: LoaderFunctionArgs) {
  return redirect(paths.workspaces({ env: params.env ?? '' }));
}

/** The settings are not below an environment; the frame around them still shows the one that was open. */
async function settingsLoader() {
  const env = environmentOf(lastPlace().path);
  if (env) await restoreConnection(env).catch(() => null);
  return null;
}

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
              { path: addresses.environment, loader: openEnvironment, element: null },
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
              { path: addresses.jobs, ...page('jobs'), lazy: () => import('../pages/jobs/jobs-page') },
              { path: addresses.job, ...page('jobs'), lazy: () => import('../pages/job/job-page') },
              { path: addresses.files, ...page('files'), lazy: () => import('../pages/files/files-page') },
              { path: addresses.provider, ...page('provider'), lazy: () => import('../pages/provider/provider-page') },
              { path: addresses.events, ...page('events'), lazy: () => import('../pages/events/events-page') },
              { path: addresses.activity, ...page('activity'), lazy: () => import('../pages/activity/activity-page') },
              { path: addresses.explorer, ...page('explorer'), lazy: () => import('../pages/explorer/explorer-page') },
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
