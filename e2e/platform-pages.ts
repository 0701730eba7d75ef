/** The pages that a platform fills: where each is, and how it looks when all is well. */
import type { Locator, Page } from '@playwright/test';
import { platformSpace, platformTable } from './platform';

export interface PlatformPage {
  path: string;
  /** What the page shows when all is well. */
  good: (page: Page) => Locator;
}

export const recordsPath = `/e/bad/w/${platformSpace}/t/${platformTable}`;

export const platformPages = {
  workspaces: {
    path: '/e/bad/w',
    good: (page) => page.getByRole('list', { name: 'Workspaces' }).getByRole('link', { name: /^Harbour two/ }),
  },
  tables: {
    path: `/e/bad/w/${platformSpace}/tables/ext`,
    good: (page) => page.getByRole('list', { name: 'Tables' }).getByRole('link', { name: /^Ships/ }),
  },
  records: {
    path: recordsPath,
    good: (page) => page.getByRole('grid').getByRole('gridcell', { name: 'Ship 3', exact: true }).first(),
  },
  files: {
    path: '/e/bad/files?ids=61,62',
    good: (page) => page.getByRole('list', { name: 'Files' }).getByRole('button', { name: /ship\.txt/ }),
  },
} satisfies Record<string, PlatformPage>;
