import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out the components of the router that nobody draws. Each is made by a call of React and is given a name for its developer tools
 * afterwards, which reads like an effect: the calls are marked as having none, and the names are dropped.
 */
export function routerPlugin(): Plugin {
  return {
    name: 'router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}
