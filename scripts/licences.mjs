/**
 * `npm run licences`: writes docs/licences.md, the packages that run with the console – those of the server and those that the build put into the page – and
 * under which licence. `--check` compares it instead, and exits with 1 where it is old.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale, end, ROOT } from './prepare.mjs';

const LICENCES = join(ROOT, 'docs/licences.md');

/** Licences that require attribution only. */
const FREE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

buildIfStale();
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const bundled = new Set(JSON.parse(readFileSync(join(ROOT, 'dist/bundled-packages.json'), 'utf8')));
const running = Object.entries(packages)
  .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))
  .filter(({ name, dev, devOptional }) => name !== '' && ((!dev && !devOptional) || bundled.has(name)));
const restricted = running.filter(
  ({ license }) =>
    !(license ?? 'none')
      .replace(/[()]/g, '')
      .split(/ OR /)
      .some((choice) => FREE.includes(choice)),
);
if (restricted.length > 0) end(`Licences that require more than attribution: ${restricted.map(({ name }) => name)}`);
const page = licencesPage(running);
if (!process.argv.includes('--check')) writeFileSync(LICENCES, page);
else if (readFileSync(LICENCES, 'utf8') !== page) end('docs/licences.md is old: npm run licences');

/** The page without version numbers: those are in the lock file. */
function licencesPage(entries) {
  const rows = [...new Map(entries.map(({ name, license }) => [name, license ?? 'none named']))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, licence]) => `| ${name} | ${licence} |`);
  return [
    '# Packages that run with the console',
    '',
    'Written by `npm run licences` from the lock file, which has their versions, and from what the build put into the page. What is needed to build and test',
    'the console is not here.',
    '',
    '| package | licence |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}
