import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');
const browserRooms = [
  'api',
  'storage',
  'credentials',
  'url',
  'edits',
  'jobs',
  'transfer',
  'texts',
  'ui',
  'grid',
  'files',
  'insight',
  'pages',
];

/** What each room may import beside itself, the contract and, in the browser, `state`. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  state: [],
  'server/database': [],
  'server/service': ['server/database'],
  'server/gateway': ['server/database', 'server/service'],
  api: [],
  storage: [],
  credentials: ['api', 'storage'],
  url: ['storage'],
  edits: ['storage'],
  jobs: ['api', 'storage', 'edits', 'texts'],
  transfer: ['api', 'edits', 'jobs'],
  texts: [],
  ui: ['texts'],
  grid: ['edits', 'ui', 'texts'],
  files: ['api', 'edits', 'url', 'ui', 'texts'],
  insight: ['api', 'storage', 'edits'],
  pages: browserRooms,
  app: browserRooms,
};
const withoutContract = ['server/database', 'state', 'texts', 'ui'];
const withoutState = ['contract', 'server/database', 'server/service', 'server/gateway'];

/** The room of a path below `src`: those of the server are one level down. */
function roomOf(path: string): string {
  const [first = '', second] = path.split(sep);
  return first === 'server' ? `${first}/${second}` : first;
}

interface Import {
  from: string;
  to: string;
  /** `import()`: comes later, on its own. */
  isDynamic: boolean;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => join(source, name))
  .filter((name) => /\.tsx?$/.test(name));

/** Every relative import of a file, resolved to a path below `src`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)['"](\.[^'"]+)['"]/gm);
  return [...found].map(([statement, specifier]) => ({
    from: relative(source, file),
    to: relative(source, resolve(dirname(file), specifier ?? '')),
    isDynamic: statement.includes('('),
  }));
}

const imports = files.flatMap(importsOf);
const stem = (path: string): string => path.replace(/\.tsx?$/, '');
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** The rooms of `jobs`: each imports only those before it. */
const jobRooms = ['proof', 'table', 'read', 'check', 'plan', 'ledger', 'make', 'machine', 'runner', 'results', 'undo'];

describe('the house', () => {
  test('a job goes through its rooms in one direction', () => {
    const roomOf = (path: string): number => jobRooms.indexOf(path.split(sep)[1] ?? '');
    const inside = imports.filter(({ from, to }) => from.startsWith('jobs/') && to.startsWith('jobs/'));
    const own = inside.filter(({ from }) => !isTest(from) && !/\/test-[^/]*$/.test(from));
    expect(new Set(own.map(({ from }) => roomOf(from))).size).toBe(jobRooms.length - 1);
    const wrong = own.filter(({ from, to }) => roomOf(to) === -1 || roomOf(to) > roomOf(from));
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('every folder imports only folders below it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (isTest(from) || target === '..') return false;
      if (room === 'pages' && target === 'pages') return from.split(sep)[1] !== to.split(sep)[1];
      if (target === room || !(room in allowed)) return false;
      if (target === 'contract') return withoutContract.includes(room);
      if (target === 'state') return withoutState.includes(room);
      return !allowed[room]?.includes(target);
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('every folder of src is in the order', () => {
    const rooms = new Set(
      files
        .map((file) => relative(source, file))
        .filter((path) => path.includes(sep))
        .map(roomOf),
    );
    expect([...rooms].filter((name) => !(name in allowed))).toEqual([]);
  });

  test('no import goes in a circle', () => {
    const edges = new Map<string, string[]>();
    for (const { from, to } of imports) edges.set(stem(from), [...(edges.get(stem(from)) ?? []), stem(to)]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (node: string, path: readonly string[]): void => {
      if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
      if (done.has(node) || path.includes(node)) return;
      for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
      done.add(node);
    };
    for (const node of edges.keys()) visit(node, []);
    expect(circles).toEqual([]);
  });

  test('a function of more than 150 lines, and a component of more than 12 props, has its reason beside it', () => {
    const code = files.filter((file) => !isTest(file) && !/\/test-[^/]*$|contract-suite/.test(file));
    const found = code.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      // Parsing all of them takes seconds.
      if (text.split('\n').length <= 150 && !/interface \w+Props\b/.test(text)) return [];
      return [...oversized(file, text)].map((each) => ({ ...each, file: relative(source, file) }));
    });
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ reason }) => !reason).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  const decisions = readdirSync(join(root, 'docs', 'decisions')).map((name) => `docs/decisions/${name}`);
  test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/security.md', ...decisions])(
    'every path named in %s exists',
    (page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const named = [
        ...text.matchAll(/`((?:src|e2e|scripts|docs|bench|public|\.ci)\/[\w./-]*)`|\]\(((?!http|#)[^)]+)\)/g),
      ].map(([, code, link]) => code ?? link ?? '');
      if (!decisions.includes(page)) expect(named.length).toBeGreaterThan(5);
      const isThere = (path: string) => existsSync(join(root, path)) || existsSync(resolve(root, dirname(page), path));
      expect(named.filter((path) => !isThere(path))).toEqual([]);
    },
  );

  test('the architecture names exactly the existing folders', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    for (const [, folder = '', rooms = ''] of text.matchAll(/^\| `(src\/[\w/]+\/)` \| (.*) \|$/gm)) {
      const named = [...rooms.matchAll(/`([\w-]+)\/`/g)].map(([, room]) => room);
      const found = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(found.map(({ name }) => name).sort(), folder).toEqual(named.sort());
    }
  });

  test('style sheets have the narrow windows of the code', () => {
    const told = readFileSync(join(source, 'ui', 'hooks', 'use-media.ts'), 'utf8');
    const known = [...told.matchAll(/max-width: (\d+)px/g)].map(([, width]) => Number(width));
    const all = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(css|tsx?)$/.test(name));
    const others = all.flatMap((name) =>
      [...readFileSync(join(source, name), 'utf8').matchAll(/@media[^{]*|'\([^'\n]*/g)]
        .flatMap(([query]) => [...query.matchAll(/(min|max)-width: (\d+)px/g)])
        .filter(([, side, width]) => {
          const most = Number(width) - (side === 'min' ? 1 : 0);
          return known.some((each) => each !== most && Math.abs(each - most) <= 8);
        })
        .map(([width]) => `${name}: ${width}`),
    );
    expect(others).toEqual([]);
  });

  test('only short lists, and lists in parts, have their rows counted by TanStack Virtual', () => {
    // Each change costs it 20 ms where there are a million. Rows of one height have `useRowList`.
    const counted = files.filter((file) => /^import .*'@tanstack\/react-virtual'/m.test(readFileSync(file, 'utf8')));
    expect(counted.map((file) => relative(source, file)).sort()).toEqual([
      'files/preview-table.tsx',
      'grid/columns/use-column-window.ts',
      'pages/job/rows/job-rows.tsx',
      'pages/records/columns/columns-list.tsx',
      'pages/records/review/review-list.tsx',
    ]);
  });

  test('no document has an unfinished merge', () => {
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const texts = ['README.md', ...decisions, ...pages.map((name) => join('docs', name))];
    expect(texts.filter((name) => /^(?:<{7}|={7}$|>{7})/m.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
  });

  test('no address of a package registry is in the lock file', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
  });
});

interface Oversized {
  name: string;
  /** Whether the comment before it begins a sentence with `Long:` or `Wide:`. */
  reason: boolean;
}

function* oversized(file: string, text: string): Generator<Oversized> {
  const { program } = parseSync(file, text);
  for (const statement of program.body) {
    const own =
      'declaration' in statement && statement.declaration?.type !== undefined ? statement.declaration : statement;
    const name = /\b(?:function|interface|const)\*? (\w+)/.exec(text.slice(statement.start, statement.end))?.[1] ?? '?';
    const [before = ''] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, statement.start)) ?? [];
    if (own.type === 'TSInterfaceDeclaration') {
      const isWide = /Props$/.test(own.id.name) && own.body.body.length > 12;
      if (isWide) yield { name, reason: /\bWide: \S/.test(before) };
    } else if (own.type !== 'ClassDeclaration' && !own.type.startsWith('TS')) {
      const isLong = /=>|\bfunction\b/.test(text.slice(own.start, own.end).split('\n', 1)[0] ?? '');
      const lines = text.slice(own.start, own.end).split('\n').length;
      if (isLong && lines > 150) yield { name, reason: /\bLong: \S/.test(before) };
    }
  }
}
