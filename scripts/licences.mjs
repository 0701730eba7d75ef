/** `npm run licences`: writes docs/licences.md, the packages that run with the console and under which licence. A test holds it to the lock file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

export const LICENCES = join(ROOT, 'docs/licences.md');

/** The page as it should be, without version numbers: those are in the lock file. */
export function licencesPage(lock) {
  const packages = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.dev)
    .map(([path, { license }]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), license]);
  const rows = [...new Map(packages)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, licence]) => `| ${name} | ${licence ?? 'none named'} |`);
  return [
    '# Packages that run with the console',
    '',
    'Written by `npm run licences` from the lock file, which has their versions. What is needed to build and test it is not here.',
    '',
    '| package | licence |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(LICENCES, licencesPage(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))));
}
