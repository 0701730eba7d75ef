/** The way to the first picture of the records page: few files, and all of them asked for by the page itself. */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * What loads together. Each takes along what its modules import, so that the way is `unseal` (the key), `early` (the first read) and `main` (table, grid and
 * the frame around them); the primitives come later, when those have been drawn.
 */
export const chunkGroups = [
  { name: 'unseal', test: /\/src\/app\/unseal\.ts$|rolldown\/runtime/, priority: 5 },
  { name: 'early', test: /\/index\.html$|\/src\/app\/early\.ts$/, priority: 4 },
  {
    name: 'vendor',
    test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//,
    priority: 3,
  },
  { name: 'main', test: /\/src\/app\/main\.tsx$/, priority: 2 },
  { name: 'parts', test: /\/node_modules\/@(?:base-ui|floating-ui)\/|\/src\/ui\//, priority: 1 },
];

/**
 * What is named beside each part that comes later: its style sheets, without which it must not be drawn. Its scripts name each other, and the list of them
 * all would be on the way to the first picture.
 */
export function styleSheetsOf(_: string, files: string[]): string[] {
  return files.filter((name) => name.endsWith('.css'));
}

/** Names every file behind the first script in the page: without it the browser would learn of each only when the one before has come. */
export function firstLoadPlugin(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = new Map<string, Rolldown.OutputChunk>();
        const follow = (fileName: string): void => {
          const file = bundle[fileName];
          if (file?.type !== 'chunk' || chunks.has(fileName)) return;
          chunks.set(fileName, file);
          for (const name of file.imports) follow(name);
        };
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app/main.tsx')) follow(file.fileName);
        }
        const addresses = [...chunks.values()].flatMap(({ fileName, viteMetadata }) => [
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
