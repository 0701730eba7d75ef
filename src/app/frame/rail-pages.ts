import {
  ActivityIcon,
  BellIcon,
  FileIcon,
  type Icon,
  JobsIcon,
  KeyIcon,
  ServerIcon,
  TerminalIcon,
} from '../../ui/icons/icons';
import { paths } from '../../url/paths';

interface RailPage {
  /** Key of its name in the `frame` texts. */
  name: 'jobs' | 'files' | 'provider' | 'events' | 'service' | 'activity' | 'explorer';
  icon: Icon;
  path: (env: string) => string;
  /** Under the heading *Requests*. */
  requests: boolean;
}

/** The pages of an environment that need no workspace, in the order of the rail. */
const railPages: readonly RailPage[] = [
  { name: 'jobs', icon: JobsIcon, path: (env) => paths.jobs({ env }), requests: false },
  { name: 'files', icon: FileIcon, path: (env) => paths.files({ env }), requests: false },
  { name: 'provider', icon: KeyIcon, path: (env) => paths.provider({ env }), requests: false },
  { name: 'events', icon: BellIcon, path: (env) => paths.events({ env }), requests: false },
  { name: 'service', icon: ServerIcon, path: (env) => paths.service({ env }), requests: false },
  { name: 'activity', icon: ActivityIcon, path: (env) => paths.activity({ env }), requests: true },
  { name: 'explorer', icon: TerminalIcon, path: (env) => paths.explorer({ env }), requests: true },
];

/** Those of an environment; the page of the embedded service is there only where that is. */
export function railPagesOf(environment: { embedded: boolean } | undefined): readonly RailPage[] {
  return railPages.filter(({ name }) => name !== 'service' || environment?.embedded === true);
}
