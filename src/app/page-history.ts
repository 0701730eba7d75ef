import { createPath, type Location, type To } from 'react-router-dom';

/** The steps of back and forward. An entry holds what the page gave along (`usr`) and a key of its own. */
export interface PageHistory {
  /** The address that the browser is at. */
  read(): Location;
  push(location: Location): void;
  replace(location: Location): void;
  go(steps: number): void;
  /** Told when somebody went back or forward. @returns a function that ends it */
  listen(listener: () => void): () => void;
}

/** The location of an address of the console. */
export function locationOf(to: To, state: unknown = null): Location {
  const { pathname, search, hash } = new URL(`http://console${typeof to === 'string' ? to : createPath(to)}`);
  return { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) };
}

export const browserHistory: PageHistory = {
  read() {
    const { pathname, search, hash } = window.location;
    const { usr = null, key = 'default' } = (history.state ?? {}) as { usr?: unknown; key?: string };
    return { pathname, search, hash, state: usr, key };
  },
  push: (location) => history.pushState({ usr: location.state, key: location.key }, '', createPath(location)),
  replace: (location) => history.replaceState({ usr: location.state, key: location.key }, '', createPath(location)),
  go: (steps) => history.go(steps),
  listen(listener) {
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  },
};
