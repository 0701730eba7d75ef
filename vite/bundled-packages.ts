import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes which packages are bundled into the page and its workers, as a sorted JSON array of names: `npm run licences` reads it.
 * @returns the plugin of the page's build, and the one of its workers, which are built before it ends
 */
export function bundledPackages(file: string): { page: Plugin; worker: Plugin } {
  const names = new Set<string>();
  const collect: Plugin['generateBundle'] = (_options, bundle) => {
    for (const output of Object.values(bundle)) {
      const sources = output.type === 'chunk' ? Object.keys(output.modules) : output.originalFileNames;
      for (const source of sources) {
        const name = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
        if (name !== undefined) names.add(name);
      }
    }
  };
  return {
    page: {
      name: 'bundled-packages',
      generateBundle: collect,
      writeBundle() {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, `${JSON.stringify([...names].sort(), null, 2)}\n`);
      },
    },
    worker: { name: 'bundled-packages-of-workers', generateBundle: collect },
  };
}
