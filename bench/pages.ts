import { type SyntheticTable, spaceId } from './synthetic-service';

/** Tables that are read here; each is made up as it is read. */
export const tables = {
  /** The table of most measurements. */
  million: { table_id: '2100000000000001', name: 'A million', rows: 1_000_000, columns: 30 },
  /** Past the height that a browser can lay out. */
  tenMillion: { table_id: '2100000000000002', name: 'Ten million', rows: 10_000_000, columns: 30 },
  wide: { table_id: '2100000000000003', name: 'Wide', rows: 1_000, columns: 200 },
  /** One page of records: with a window tall and wide enough, every cell of it is in the document. */
  hundred: { table_id: '2100000000000004', name: 'A hundred', rows: 100, columns: 30 },
  /** Taken out whole. */
  hundredThousand: { table_id: '2100000000000005', name: 'A hundred thousand', rows: 100_000, columns: 20 },
  /** Taken out whole at ten requests a second. */
  tenThousand: { table_id: '2100000000000006', name: 'Ten thousand', rows: 10_000, columns: 20 },
} as const satisfies Record<string, SyntheticTable>;

/** Where the parts of a page are, for the probe. */
export interface Selectors {
  /** The element that scrolls, or one around or inside it. */
  scroller: string;
  row: string;
  cell: string;
}

/** One of the pages that are compared. */
export interface BenchPage {
  name: 'floor' | 'plain' | 'console';
  selectors: Selectors;
  /** Address below the origin. */
  path(table: SyntheticTable): string;
}

export const floorPage: BenchPage = {
  name: 'floor',
  selectors: { scroller: '#scroll', row: '.row', cell: '.row > div' },
  path: ({ table_id, rows }) => `/floor/?${new URLSearchParams({ table: table_id, rows: `${rows}` })}`,
};

/** The same rows drawn by the libraries of the console, as their guides show them, and nothing around them. */
export const plainPage: BenchPage = {
  name: 'plain',
  selectors: { scroller: '.grid', row: '.row', cell: '.row > div' },
  path: ({ table_id, rows }) => `/plain/?${new URLSearchParams({ table: table_id, rows: `${rows}` })}`,
};

/** Found by role, as a person and a test find it. */
export const consolePage: BenchPage = {
  name: 'console',
  selectors: { scroller: '[role=grid]', row: '[role=row]', cell: '[role=gridcell]' },
  path: ({ table_id }) => `/e/bench/w/${spaceId}/t/${table_id}`,
};

export const allPages: readonly BenchPage[] = [floorPage, plainPage, consolePage];
/** For what the plain page does not do. */
export const floorAndConsole: readonly BenchPage[] = [floorPage, consolePage];

/** The pages, another one first in each run: what grows over time must not favour one of them. */
export function inTurn(pages: readonly BenchPage[], run: number): BenchPage[] {
  const first = run % pages.length;
  return [...pages.slice(first), ...pages.slice(0, first)];
}
