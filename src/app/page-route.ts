import type { ComponentType } from 'react';
import { type Location, matchRoutes, type RouteMatch, type RouteObject } from 'react-router-dom';
import type { LoaderArgs, RevalidateArgs } from '../url/navigation';
import type { PageHandle } from './page-handle';

/** What a page is: its component, and what is read before it is drawn. */
export interface PageModule {
  Component?: ComponentType;
  /** Drawn in its place when it or something in it fails. */
  ErrorBoundary?: ComponentType;
  loader?(args: LoaderArgs): unknown;
  /** Without it, another search part reads again, and the same address gone to twice. */
  shouldRevalidate?(args: RevalidateArgs): boolean;
  handle?: PageHandle;
}

export interface PageRoute extends PageModule {
  path?: string;
  index?: boolean;
  children?: PageRoute[];
  /** Brings the rest of it. */
  lazy?(): Promise<PageModule>;
}

/** A route that an address leads through, with everything that is known of it. */
export interface PageMatch extends Omit<RouteMatch, 'route'> {
  route: PageRoute;
}

/** The routes that an address leads through, the outermost first. Some route has to take every address. */
export function matchPages(routes: readonly PageRoute[], location: Pick<Location, 'pathname'>): PageMatch[] {
  return (matchRoutes(routes as RouteObject[], location) ?? []) as PageMatch[];
}

const come = new WeakMap<PageRoute, PageModule>();

/** The page of a route; null while its code has not come. */
export function moduleOf(route: PageRoute): PageModule | null {
  return route.lazy ? (come.get(route) ?? null) : route;
}

/** Sends for the code of a route. @throws when it does not arrive */
export async function fetchModule(route: PageRoute): Promise<PageModule> {
  const known = moduleOf(route);
  if (known || !route.lazy) return known ?? route;
  const page = await route.lazy();
  const whole = { ...route, ...page };
  come.set(route, whole);
  return whole;
}
