/** What the console consists of beside its own code: exactly the lock file. That nothing is unused is knip's to tell. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './prepare.mjs';

const json = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const manifest = json('package.json');
const lock = json('package-lock.json');
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
const installed = json('node_modules/.package-lock.json').packages;

describe('the lock file', () => {
  it('belongs to this manifest', () => {
    const root = lock.packages[''];
    expect(root.dependencies).toEqual(manifest.dependencies);
    expect(root.devDependencies).toEqual(manifest.devDependencies);
  });

  it('pins each package by version and integrity', () => {
    for (const [path, entry] of locked) {
      expect([path, entry.version]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
      expect([path, entry.link, entry.resolved]).toEqual([path, undefined, undefined]);
      // Those of other systems are not installed here, and their contents were never seen.
      if (path in installed) expect([path, entry.integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    }
  });

  it('matches what is installed', () => {
    for (const [path, { version }] of Object.entries(installed))
      expect([path, version]).toEqual([path, lock.packages[path]?.version]);
  });
});

describe('a package', () => {
  const sources = (folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|css|html)$/.test(name))
      .map((name) => join(folder, name));
  const files = [
    ...['src', 'scripts', 'vite', 'bench', 'e2e'].flatMap(sources),
    ...['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts', 'index.html'],
  ].map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]);
  const users = (name, among) =>
    among.filter(([, text]) => new RegExp(`['"\`/]${name}(/[^'"\`]*)?['"\`]`).test(text)).map(([path]) => path);
  /** Needed by a package that is used, which wants it from us. */
  const wantedBy = (name) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      (other) => name in (installed[`node_modules/${other}`]?.peerDependencies ?? {}),
    );

  it('of types describes a used package', () => {
    const described = Object.keys(manifest.devDependencies)
      .filter((name) => name.startsWith('@types/'))
      .map((name) => name.slice('@types/'.length));
    for (const name of described)
      expect([name, users(name === 'node' ? 'node:[a-z_]+' : name, files).length > 0]).toEqual([name, true]);
  });

  it('is a runtime dependency exactly if the server imports it', () => {
    // The page takes what it needs into its bundle.
    const running = (path) =>
      /^src\/(server|contract)\//.test(path) && !/\.test\.|\/test-|\/contract-suite\/|vite-plugin/.test(path);
    const server = files.filter(([path]) => running(path));
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      (name) => users(name, server).length > 0,
    );
    const wanted = Object.keys(manifest.dependencies).filter((name) => wantedBy(name).length === 0);
    expect(needed.filter((name) => !(name in manifest.dependencies))).toEqual([]);
    expect(wanted.filter((name) => !needed.includes(name))).toEqual([]);
  });

  it('has no known severe vulnerability in the registry', { timeout: 120_000 }, ({ skip, task }) => {
    const npm = process.env.npm_execpath;
    const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    const { stdout } = spawnSync(command, [...first, 'audit', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const report = stdout?.startsWith('{') ? JSON.parse(stdout) : {};
    if (report.metadata === undefined) {
      // Without the address, which does not matter here.
      const [answer] = (report.message ?? 'no answer').split(' - ');
      const reason = `the registry tells nothing about faults (${answer.slice(0, 100)})`;
      task.meta.skipped = reason;
      skip(reason);
    }
    const { high, critical } = report.metadata.vulnerabilities;
    expect({ high, critical }).toEqual({ high: 0, critical: 0 });
  });
});

it('all folders are searched', () => {
  for (const folder of ['src', 'scripts', 'vite', 'bench', 'e2e']) expect(existsSync(join(ROOT, folder))).toBe(true);
});
