/** How the console begins: what is loaded before a page, where a start without an address leads, and errors of it. */

import { type LoaderFunctionArgs, redirect, replace, type ShouldRevalidateFunction } from 'react-router-dom';
import { environmentsOptions, redeemDemoLink } from '../../api/queries/gateway';
import { queryClient } from '../../api/wire/query-client';
import { DEMO_LINK_MARK } from '../../contract/gateway';
import { restoreConnection } from '../../credentials/connection';
import { paths } from '../../url/paths';
import { environmentOf, lastPlace } from './last-place';

/** An environment that the gateway does not have. */
export class MissingEnvironment extends Error {
  constructor(readonly environment: string) {
    super(environment);
  }
}

/**
 * `/` leads to the last page in this browser, or to the connect page, also when that environment or the gateway is unavailable; by the demo link to the connect
 * page, which offers the demo then.
 */
export async function home() {
  const token = takeDemoToken();
  if (token !== null) {
    const demo = await redeemDemoLink(token).then(
      () => null,
      () => 'used' as const,
    );
    return replace(paths.connect({ demo }));
  }
  const { path } = lastPlace();
  const env = environmentOf(path);
  if (path === null || env === null) return redirect(paths.connect());
  const list = await queryClient.ensureQueryData(environmentsOptions).catch(() => null);
  const known = list?.environments.some(({ name }) => name === env) ?? false;
  return redirect(known ? path : paths.connect());
}

/** Takes the token of the demo link out of the address, before anything is waited for: it is to be in no history. */
function takeDemoToken(): string | null {
  if (!location.hash.startsWith(DEMO_LINK_MARK)) return null;
  const token = location.hash.slice(DEMO_LINK_MARK.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/**
 * Brings the key of the environment back after a reload, also for pages that work without one.
 * @throws MissingEnvironment when the gateway has no such environment; ApiError when it does not answer
 */
export async function environmentLoader({ params }: LoaderFunctionArgs) {
  const name = params.env ?? '';
  const { environments } = await queryClient.ensureQueryData(environmentsOptions);
  if (!environments.some((environment) => environment.name === name)) {
    throw new MissingEnvironment(name);
  }
  await restoreConnection(name);
  return null;
}

/** For `shouldRevalidate`: what a loader prepares for an environment or a workspace is the same for another query, column or record of a page. */
export const onAnotherPath: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

/** An environment alone leads to the choice of a workspace. */
export function openEnvironment({ params }: LoaderFunctionArgs) {
  return redirect(paths.workspaces({ env: params.env ?? '' }));
}

/** A workspace alone leads to the tables that can be changed. */
export function openWorkspace({ params }: LoaderFunctionArgs) {
  return redirect(paths.tables({ env: params.env ?? '', space: params.space ?? '', type: 'ext' }));
}

/** The settings are not below an environment; the frame around them still shows the one that was open. */
export async function settingsLoader() {
  const env = environmentOf(lastPlace().path);
  if (env) await restoreConnection(env).catch(() => null);
  return null;
}
