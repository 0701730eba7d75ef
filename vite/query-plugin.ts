import type { Plugin } from 'vite';

const paging = '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)';

/** Lets the bundler leave out queries that grow page by page: nobody asks one here, a table has one query for each of its pages. */
export function queryPlugin(): Plugin {
  return {
    name: 'query',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/@tanstack\/query-core\/build\/modern\/query\.js$/ },
      handler(code) {
        if (!code.includes(paging))
          throw new Error(`The queries of this query-core no longer say "${paging}": see vite/query-plugin.ts.`);
        return { code: code.replace(paging, 'this.options.behavior'), map: null };
      },
    },
  };
}
