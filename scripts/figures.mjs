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
  effects: effects,
  'effects in 1,000 lines': ((effects / total) * 1000).toFixed(2),
  'silenced rules': silenced(/biome-ignore/g),
  'silenced dependency warnings': silenced(/biome-ignore lint\/correctness\/useExhaustiveDependencies/g),
  'rules switched off for a folder': (readFileSync(join(ROOT, 'biome.json'), 'utf8').match(/"off"/g) ?? []).length,
};
const width = Math.max(...Object.keys(figures).map((name) => name.length));
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${figure}`);
