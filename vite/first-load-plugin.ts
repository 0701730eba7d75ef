/** The way to the first picture of the records page: few files, and all of them asked for by the page itself. */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * What loads together. Each takes along what its modules import, so that the way is `early` (the first read), `main` (the frame) and `records` (tables
 * and grid); the primitives come later, when those have been drawn.
 */
export const chunkGroups = [
  { name: 'early', test: /\/src\/app\/early\.ts$/, priority: 4 },
  { name: 'main', test: /\/src\/app\/main\.tsx$/, priority: 3 },
  { name: 'records', test: /\/src\/pages\/(?:records\/records-page|tables\/tables-page)\.tsx$/, priority: 2 },
  { name: 'parts', test: /\/node_modules\/@(?:base-ui|floating-ui)\/|\/src\/ui\//, priority: 1 },
];

/**
 * Names the chunks behind the first script in the page: without it the browser would learn of each only when the one before has run. The grid is what
 * people come for, so it is sent for from every page, and run only where it is drawn.
 */
export function firstLoadPlugin(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
        const first = ['main', 'records'].flatMap((name) => chunks.filter((chunk) => chunk.name === name));
        const addresses = first.flatMap(({ fileName, viteMetadata }) => [
          ...[...(viteMetadata?.importedCss ?? [])].map((css) => ({ rel: 'stylesheet', href: `/${css}` })),
          { rel: 'modulepreload', href: `/${fileName}` },
        ]);
        return addresses
          .filter(({ href }) => !html.includes(`"${href}"`))
          .map((attrs): HtmlTagDescriptor => ({ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' }));
      },
    },
  };
}
