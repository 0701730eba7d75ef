import type { Plugin } from 'vite';

const prefetches = 'return shouldPrefetch && !isAbsolute ?';

/**
 * Lets the bundler leave out the components of the router that nobody draws. Each is made by a call of React and is given a name for its developer tools
 * afterwards, or a context, which reads like an effect: the calls are marked as having none, and those lines are dropped. A link that fetches the page behind
 * it does so in the router's own framework alone, which brings the modules of routes along.
 */
export function routerPlugin(): Plugin {
  return {
    name: 'router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler(code) {
        if (code.includes('shouldPrefetch') && !code.includes(prefetches))
          throw new Error(`The links of this react-router no longer say "${prefetches}": see vite/router-plugin.ts.`);
        return {
          code: code
            .replace(prefetches, 'return false ?')
            .replace(/^\w+\.(?:displayName = "\w+"|contextType = \w+);$/gm, '')
            .replace(/ = (React\d*\.(?:forwardRef|createContext|createElement|memo)\()/g, ' = /* @__PURE__ */ $1'),
          map: null,
        };
      },
    },
  };
}
