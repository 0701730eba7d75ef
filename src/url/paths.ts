import type { Id } from '../contract/ids';
import type { TableType } from '../contract/tables';
import {
  type ActivitySearch,
  type ConnectSearch,
  type ExplorerSearch,
  type FilesSearch,
  type FindSearch,
  formatActivitySearch,
  formatConnectSearch,
  formatExplorerSearch,
  formatFilesSearch,
  formatFindSearch,
} from './page-search';
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
