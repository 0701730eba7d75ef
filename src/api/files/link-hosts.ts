import type { FileDetails, LinkKind } from '../../contract/files';
import type { Environment } from '../../contract/gateway';

/**
 * What may be done with a link that the platform gave. `shown`: its host is this origin or one that the environment allows, so the page may load it.
 * `foreign`: the user may open it, the page may not load it. `none`: there is no link, or it is no web address.
 */
export type LinkStanding = { kind: 'shown' | 'foreign'; url: string; host: string } | { kind: 'none' };

/** Judges a link by the environment's file hosts, as the page's own policy does (host sources of Content Security Policy). */
export function standingOf(
  link: string | null | undefined,
  environment: Pick<Environment, 'fileHosts'>,
  origin: string,
): LinkStanding {
  const url = webAddress(link);
  if (url === null) return { kind: 'none' };
  const page = new URL(origin);
  const shown = url.origin === page.origin || environment.fileHosts.some((source) => matches(source, url, page));
  return { kind: shown ? 'shown' : 'foreign', url: url.href, host: url.host };
}

/** The address of a picture (a cover, an avatar) where the page may load it, else null. */
export function shownAddress(
  link: string | null | undefined,
  environment: Pick<Environment, 'fileHosts'>,
): string | null {
  const standing = standingOf(link, environment, location.origin);
  return standing.kind === 'shown' ? standing.url : null;
}

/** The first of these links of a file that the page may load, else null. */
export function shownLink(
  file: FileDetails,
  kinds: readonly LinkKind[],
  environment: Pick<Environment, 'fileHosts'>,
  origin: string,
): string | null {
  for (const kind of kinds) {
    const standing = standingOf(file.link[kind], environment, origin);
    if (standing.kind === 'shown') return standing.url;
  }
  return null;
}

/** A link is data of the platform: only http and https are accepted, not `javascript:` or `data:`. */
function webAddress(link: string | null | undefined): URL | null {
  if (!link) return null;
  try {
    const url = new URL(link);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

function matches(source: string, url: URL, page: URL): boolean {
  const [, scheme, host = '', port] = /^(?:(https?):\/\/)?(.+?)(?::(\d+))?$/i.exec(source) ?? [];
  // A source without scheme takes the page's; a secure link is always as good as one that is not.
  const wanted = scheme ? `${scheme.toLowerCase()}:` : page.protocol;
  if (url.protocol !== wanted && url.protocol !== 'https:') return false;
  const urlPort = url.port || defaultPorts[url.protocol];
  const portFits = port ? port === urlPort : urlPort === defaultPorts[url.protocol];
  return portFits && hostMatches(host.toLowerCase(), url.hostname);
}

/** `*.example.com` allows every host below example.com, not example.com itself. */
function hostMatches(pattern: string, hostname: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : pattern === hostname;
}
