/**
 * `node scripts/figures.mjs`: the size and shape of `src`, in figures that can be compared from change to change. Production code alone: no tests, no
 * support of tests; the texts of the languages are counted on a line of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './prepare.mjs';

const source = join(ROOT, 'src');
const all = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const isTest = (name) => /\.test\.tsx?$|(^|\/)test-[^/]*$|contract-suite\//.test(name);
const isText = (name) => /^texts\/(en|zh)\//.test(name);
const read = (name) => readFileSync(join(source, name), 'utf8');
const lines = (name) => read(name).split('\n').length - 1;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const code = all.filter((name) => /\.(tsx?|mjs)$/.test(name) && !isTest(name));
const ours = code.filter((name) => !isText(name));
const sizes = ours.map(lines).sort((a, b) => a - b);
const folders = new Map();
for (const name of ours) folders.set(dirname(name), [...(folders.get(dirname(name)) ?? []), name]);
const largestFolder = [...folders].sort(([, a], [, b]) => b.length - a.length)[0];
const largest = ours.reduce((a, b) => (lines(a) >= lines(b) ? a : b));
const matches = (pattern) => sum(ours.map((name) => (read(name).match(pattern) ?? []).length));
const silenced = (pattern) =>
  sum(all.filter((name) => /\.(tsx?|mjs)$/.test(name)).map((name) => (read(name).match(pattern) ?? []).length));
const inFolder = (folder) => ours.filter((name) => name.startsWith(folder));
const effects = matches(/\buse(?:Layout)?Effect\(/g);
const total = sum(sizes);

/** The files that each file imports, by their paths below `src`; `later`: those that `import()` fetches count as well. */
const importsOf = (name, later) => {
  const pattern = later ? /(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+)'/g : /(?:\bfrom\s+|^import\s+)'(\.[^']+)'/gm;
  return [...read(name).matchAll(pattern)].flatMap(([, path]) => {
    const to = join(dirname(name), path);
    return [to, `${to}.ts`, `${to}.tsx`].filter((each) => known.has(each));
  });
};
const known = new Set(all.filter((name) => /\.(tsx?|mjs|css)$/.test(name)));

/** How many files of code a page needs at once, its texts apart. */
function reachedBy(page) {
  const reached = new Set([page]);
  for (const name of reached)
    for (const to of importsOf(name, false)) if (/\.(tsx?|mjs)$/.test(to) && !to.startsWith('texts/')) reached.add(to);
  return reached.size;
}

/** Imports that lead back to where they began. */
function circles() {
  const state = new Map();
  let found = 0;
  const visit = (name) => {
    state.set(name, 'open');
    for (const to of importsOf(name, true)) {
      if (state.get(to) === 'open') found += 1;
      else if (!state.has(to) && !to.endsWith('.css')) visit(to);
    }
    state.set(name, 'done');
  };
  for (const name of code) if (!state.has(name)) visit(name);
  return found;
}

const users = new Map();
for (const name of ours)
  for (const to of importsOf(name, true)) if (to.endsWith('.css')) users.set(to, (users.get(to) ?? 0) + 1);
const sharedSheet = [...users].reduce((a, b) => (b[1] > a[1] ? b : a));

const figures = {
  'files of code': ours.length,
  'lines of code': total,
  'files and lines of texts': `${code.length - ours.length}, ${sum(code.filter(isText).map(lines))}`,
  'lines of styles': sum(all.filter((name) => name.endsWith('.css')).map(lines)),
  'median file, lines': sizes[Math.floor(sizes.length / 2)],
  'files of less than 40 lines': sizes.filter((size) => size < 40).length,
  'largest file': `${relative(ROOT, join(source, largest))}, ${lines(largest)}`,
  'largest folder': `src/${largestFolder[0]}, ${largestFolder[1].length}`,
  'files and lines of pages/records': `${inFolder('pages/records/').length}, ${sum(inFolder('pages/records/').map(lines))}`,
  'lines of app, grid': ['app/', 'grid/'].map((folder) => sum(inFolder(folder).map(lines))).join(', '),
  'lines of pages/import and transfer/in': sum([...inFolder('pages/import/'), ...inFolder('transfer/in/')].map(lines)),
  'files that the records page reaches': reachedBy('pages/records/records-page.tsx'),
  'files that the workspaces page reaches': reachedBy('pages/workspaces/workspaces-page.tsx'),
  'imports in a circle': circles(),
  'style sheet of most users': `src/${sharedSheet[0]}, ${sharedSheet[1]}`,
  effects: effects,
  'effects in 1,000 lines': ((effects / total) * 1000).toFixed(2),
  'silenced rules': silenced(/biome-ignore/g),
  'silenced dependency warnings': silenced(/biome-ignore lint\/correctness\/useExhaustiveDependencies/g),
  'rules switched off for a folder': (readFileSync(join(ROOT, 'biome.json'), 'utf8').match(/"off"/g) ?? []).length,
};
const width = Math.max(...Object.keys(figures).map((name) => name.length));
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${figure}`);
