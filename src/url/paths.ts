import { type Id, isIntegerId } from '../contract/ids';
import { type OperationName, operations } from '../contract/operations';
import type { TableType } from '../contract/tables';
import { formatRecordsSearch, type RecordsSearch } from './records-search';

/** Every address of the console, as the router matches it. */
export const addresses = {
  home: '/',
  connect: '/connect',
  settings: '/settings',
  environment: '/e/:env',
  workspaces: '/e/:env/w',
  workspace: '/e/:env/w/:space',
  tables: '/e/:env/w/:space/tables/:type',
  records: '/e/:env/w/:space/t/:table',
  insight: '/e/:env/w/:space/t/:table/insight',
  import: '/e/:env/w/:space/t/:table/import',
  jobs: '/e/:env/jobs',
  job: '/e/:env/jobs/:id',
  files: '/e/:env/files',
  provider: '/e/:env/provider',
  events: '/e/:env/events',
  service: '/e/:env/service',
  activity: '/e/:env/activity',
  explorer: '/e/:env/explorer',
} as const;

type EnvironmentPlace = { env: string };
type WorkspacePlace = EnvironmentPlace & { space: Id };
type TablePlace = WorkspacePlace & { table: Id };

/** `:name` of an address, each filled with a text that is encoded for a path. */
function fill(address: string, values: Record<string, string> = {}): string {
  return address.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
}

function withSearch(path: string, search: string): string {
  return search === '' ? path : `${path}?${search}`;
}

/** Builds the address of every page; what is at its default stays out. A key, a secret or a signed link is never in one. */
export const paths = {
  home: () => addresses.home,
  connect: (search: Partial<ConnectSearch> = {}) => withSearch(addresses.connect, formatConnectSearch(search)),
  settings: () => addresses.settings,
  workspaces: (place: EnvironmentPlace) => fill(addresses.workspaces, place),
  tables: (place: WorkspacePlace & { type: TableType }, search: Partial<FindSearch> = {}) =>
    withSearch(fill(addresses.tables, place), formatFindSearch(search)),
  records: (place: TablePlace, search: Partial<RecordsSearch> = {}) =>
    withSearch(fill(addresses.records, place), formatRecordsSearch(search)),
  /** @param search as `formatInsightAddress` gives it */
  insight: (place: TablePlace, search = '') => withSearch(fill(addresses.insight, place), search),
  import: (place: TablePlace) => fill(addresses.import, place),
  jobs: (place: EnvironmentPlace) => fill(addresses.jobs, place),
  job: (place: EnvironmentPlace & { id: string }) => fill(addresses.job, place),
  files: (place: EnvironmentPlace, search: Partial<FilesSearch> = {}) =>
    withSearch(fill(addresses.files, place), formatFilesSearch(search)),
  provider: (place: EnvironmentPlace) => fill(addresses.provider, place),
  service: (place: EnvironmentPlace) => fill(addresses.service, place),
  events: (place: EnvironmentPlace, search: Partial<FindSearch> = {}) =>
    withSearch(fill(addresses.events, place), formatFindSearch(search)),
  activity: (place: EnvironmentPlace, search: Partial<ActivitySearch> = {}) =>
    withSearch(fill(addresses.activity, place), formatActivitySearch(search)),
  explorer: (place: EnvironmentPlace, search: Partial<ExplorerSearch> = {}) =>
    withSearch(fill(addresses.explorer, place), formatExplorerSearch(search)),
} as const;

/**
 * The search part of the smaller pages. Each `parse…` takes what the router gives (or the text of a search part) and never fails: what cannot be
 * read is left at its default. Each `format…` gives the text without `?`, defaults left out, and `parse(format(x))` is `x`.
 */
export type SearchSource = URLSearchParams | string;

export interface ConnectSearch {
  environment: string | null;
  /** Where to go after connecting: a path of this console, never another origin. */
  next: string | null;
  /** `used`: the demo link that led here was used before. */
  demo: 'used' | null;
}

export function parseConnectSearch(source: SearchSource): ConnectSearch {
  const search = new URLSearchParams(source);
  return {
    environment: textOf(search.get('environment')),
    next: localPath(search.get('next')),
    demo: search.get('demo') === 'used' ? 'used' : null,
  };
}

export function formatConnectSearch({ environment, next, demo }: Partial<ConnectSearch>): string {
  return formatted({ environment, next: localPath(next ?? null), demo });
}

/** Of the list of tables and of that of events. */
export interface FindSearch {
  /** What is searched for: a part of a table's name; words of an event's body, or `#12` for its number. */
  find: string;
}

export function parseFindSearch(source: SearchSource): FindSearch {
  return { find: new URLSearchParams(source).get('find') ?? '' };
}

export function formatFindSearch({ find }: Partial<FindSearch>): string {
  return formatted({ find });
}

export interface FilesSearch {
  ids: Id[];
  /** Parts of `ids` that are not whole numbers: ignored, and reported. */
  refused: string[];
}

export function parseFilesSearch(source: SearchSource): FilesSearch {
  const parts = (new URLSearchParams(source).get('ids') ?? '').split(',').map((part) => part.trim());
  const given = [...new Set(parts.filter((part) => part !== ''))];
  return { ids: given.filter(isIntegerId), refused: given.filter((part) => !isIntegerId(part)) };
}

export function formatFilesSearch({ ids }: Partial<FilesSearch>): string {
  return formatted({ ids: ids?.join(',') });
}

export interface ActivitySearch {
  /** Number of the request that is open. */
  request: number | null;
  /** What is searched for: an operation, a trace id, a code. */
  find: string;
}

export function parseActivitySearch(source: SearchSource): ActivitySearch {
  const search = new URLSearchParams(source);
  const request = search.get('request') ?? '';
  const number = Number(request);
  return {
    request: /^\d+$/.test(request) && Number.isSafeInteger(number) ? number : null,
    find: search.get('find') ?? '',
  };
}

export function formatActivitySearch({ request, find }: Partial<ActivitySearch>): string {
  return formatted({ request: request === null || request === undefined ? null : String(request), find });
}

/** Represents any other path, sent from the explorer (4.10). */
export const byHand = 'by-hand';

export interface ExplorerSearch {
  operation: OperationName | typeof byHand | null;
}

export function parseExplorerSearch(source: SearchSource): ExplorerSearch {
  const operation = new URLSearchParams(source).get('operation') ?? '';
  if (operation === byHand) return { operation };
  return { operation: Object.hasOwn(operations, operation) ? (operation as OperationName) : null };
}

export function formatExplorerSearch({ operation }: Partial<ExplorerSearch>): string {
  return formatted({ operation });
}

function formatted(values: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  return search.toString();
}

function textOf(value: string | null): string | null {
  return value === '' ? null : value;
}

const anyOrigin = 'http://console.invalid';

/** The path if it stays on this origin, else null: `next` is from the address, so it may be anything. */
function localPath(path: string | null): string | null {
  if (path === null || !path.startsWith('/')) return null;
  try {
    const url = new URL(path, anyOrigin);
    return url.origin === anyOrigin ? path : null;
  } catch {
    return null;
  }
}
