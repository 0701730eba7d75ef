import type { Location } from 'react-router-dom';
import { redirect } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { createNavigator } from './navigator';
import { locationOf, type PageHistory } from './page-history';
import type { PageRoute } from './page-route';

/** The steps of a browser, in memory. */
function historyAt(path: string): PageHistory & { entries: Location[]; back(): void } {
  let listener = (): void => {};
  let at = 0;
  const entries = [locationOf(path)];
  return {
    entries,
    read: () => entries[at] as Location,
    push(location) {
      at += 1;
      entries.splice(at, entries.length, location);
    },
    replace(location) {
      entries[at] = location;
    },
    go() {},
    listen(next) {
      listener = next;
      return () => {};
    },
    back() {
      at -= 1;
      listener();
    },
  };
}

/** A promise that is settled from outside. */
function held<Value>() {
  let settle: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

const boundary = () => null;

function open(path: string, children: PageRoute[]) {
  const history = historyAt(path);
  const navigator = createNavigator([{ ErrorBoundary: boundary, children: [...children, { path: '*' }] }], history);
  const begun = () => vi.waitFor(() => expect(navigator.shown()).toMatchObject({ begun: true, coming: false }));
  const paths = () => history.entries.map(({ pathname, search }) => pathname + search);
  return { history, navigator, begun, paths, shown: () => navigator.shown().location.pathname };
}

describe('ways from page to page', () => {
  test('the first page is shown when its loaders have ended', async () => {
    const { promise, settle } = held<null>();
    const { navigator } = open('/a/7', [{ path: '/a/:id', loader: () => promise }]);
    await Promise.resolve();
    expect(navigator.shown()).toMatchObject({ begun: false, coming: true });
    settle(null);
    await vi.waitFor(() => expect(navigator.shown().begun).toBe(true));
    expect(navigator.shown().matches.at(-1)?.params).toEqual({ id: '7' });
  });

  test('where nothing has to come, the page is shown in the very task that asked for it', () => {
    const { navigator, shown, paths } = open('/a', [{ path: '/a' }, { path: '/b' }]);
    expect(shown()).toBe('/a');
    navigator.push('/b', { from: 'a' });
    expect(shown()).toBe('/b');
    expect(navigator.shown().location.state).toEqual({ from: 'a' });
    expect(paths()).toEqual(['/a', '/b']);
    navigator.replace('/a');
    expect(paths()).toEqual(['/a', '/a']);
  });

  test('the page before stays, in the address too, until the other has come', async () => {
    const { promise, settle } = held<null>();
    const { navigator, begun, shown, paths } = open('/a', [{ path: '/a' }, { path: '/b', loader: () => promise }]);
    navigator.push('/b');
    expect(shown()).toBe('/a');
    expect(navigator.shown().coming).toBe(true);
    expect(paths()).toEqual(['/a']);
    settle(null);
    await begun();
    expect(paths()).toEqual(['/a', '/b']);
  });

  test('who goes elsewhere meanwhile does not come to what was given up', async () => {
    const { promise, settle } = held<null>();
    const { navigator, shown, paths } = open('/a', [
      { path: '/a' },
      { path: '/b', loader: () => promise },
      { path: '/c' },
    ]);
    navigator.push('/b');
    navigator.push('/c');
    settle(null);
    await promise;
    await Promise.resolve();
    expect(shown()).toBe('/c');
    expect(navigator.shown().coming).toBe(false);
    expect(paths()).toEqual(['/a', '/c']);
  });

  test('back and forward are followed, and written nowhere', () => {
    const { navigator, history, shown, paths } = open('/a', [{ path: '/a' }, { path: '/b' }]);
    navigator.push('/b');
    history.back();
    expect(shown()).toBe('/a');
    expect(navigator.shown().action).toBe('POP');
    expect(paths()).toEqual(['/a', '/b']);
  });
});

describe('loaders', () => {
  test.each([
    ['thrown', () => Promise.reject(redirect('/b?x=1'))],
    ['returned', () => redirect('/b?x=1')],
  ])('a redirect that is %s leads on, and leaves no step behind', async (_, loader) => {
    const away = open('/a', [{ path: '/a', loader }, { path: '/b' }]);
    await away.begun();
    expect(away.paths()).toEqual(['/b?x=1']);
    const step = open('/c', [{ path: '/a', loader }, { path: '/b' }, { path: '/c' }]);
    step.navigator.push('/a');
    await vi.waitFor(() => expect(step.shown()).toBe('/b'));
    expect(step.paths()).toEqual(['/c', '/b?x=1']);
  });

  test('another value in the path or the search runs them again; the record that is open does not, where a page says so', async () => {
    const outer = vi.fn();
    const inner = vi.fn();
    const routes: PageRoute[] = [
      {
        path: '/t/:id',
        loader: outer,
        children: [
          {
            index: true,
            loader: inner,
            shouldRevalidate: ({ currentUrl, nextUrl }) =>
              currentUrl.searchParams.get('order') !== nextUrl.searchParams.get('order'),
          },
        ],
      },
    ];
    const { navigator, begun } = open('/t/1', routes);
    await begun();
    const calls = () => [outer.mock.calls.length, inner.mock.calls.length];
    expect(calls()).toEqual([1, 1]);
    const go = async (to: string) => {
      navigator.push(to);
      await begun();
    };
    await go('/t/1?record=5');
    expect(calls()).toEqual([2, 1]);
    await go('/t/1?record=5&order=a');
    expect(calls()).toEqual([3, 2]);
    await go('/t/1?record=5&order=a#content');
    expect(calls()).toEqual([3, 2]);
    await go('/t/2?record=5&order=a');
    expect(calls()).toEqual([4, 3]);
    expect(inner.mock.lastCall?.[0].params).toEqual({ id: '2' });
    expect(new URL(inner.mock.lastCall?.[0].request.url).search).toBe('?record=5&order=a');
  });

  test('an error is said by the nearest route that can, and reading again tries what failed', async () => {
    const fault = new Error('no');
    const fail = vi.fn().mockRejectedValueOnce(fault).mockResolvedValue(null);
    const routes: PageRoute[] = [
      { path: '/a', ErrorBoundary: boundary, children: [{ index: true, loader: fail }] },
      { path: '/b', loader: () => Promise.reject(fault) },
    ];
    const { navigator, begun } = open('/a', routes);
    await begun();
    expect(navigator.shown().failed).toEqual({ at: 1, error: fault });
    const { round } = navigator.shown();
    navigator.readAgain();
    await begun();
    expect(navigator.shown().failed).toBeNull();
    expect(navigator.shown().round).toBeGreaterThan(round);
    navigator.push('/b');
    await vi.waitFor(() => expect(navigator.shown().failed).toEqual({ at: 0, error: fault }));
  });

  test('the code of a page comes once; where it did not come, it is asked for again', async () => {
    const loader = vi.fn();
    const lazy = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ Component: boundary, loader });
    const { navigator, begun } = open('/a', [{ path: '/a' }, { path: '/b', lazy }]);
    for (const _ of [1, 2, 3]) {
      navigator.push('/b');
      await begun();
      navigator.push('/a');
    }
    expect(lazy).toHaveBeenCalledTimes(2);
    expect(loader).toHaveBeenCalledTimes(2);
  });
});
