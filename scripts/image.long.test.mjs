/** What leaves this folder: the files of the container's image, and the package of `npm pack`. Both are installed from the registry, by the lock file or by name. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildIfStale, ROOT } from './prepare.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'warehouse-console-package-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect([args, status, status === 0 ? '' : stderr]).toEqual([args, 0, '']);
  return stdout;
}

it('the image’s files start as another user, and become healthy', () => {
  expect(run(process.execPath, ['scripts/test-image.mjs'], ROOT)).toContain('start, become healthy and stop cleanly');
});

it('the package has the program, the page and their data, no source or test; npx starts it', () => {
  buildIfStale();
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch], ROOT);
  const [{ filename, files }] = JSON.parse(packed);
  const paths = files.map(({ path }) => path);
  for (const path of ['dist/server/main.js', 'dist/client/index.html', 'scripts/console.mjs', 'docs/operations.md'])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /\.test\.|\.tsx?$|^e2e|^bench/.test(path))).toEqual([]);
  const home = join(scratch, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{}');
  run('npm', ['install', '--no-audit', '--no-fund', join(scratch, filename)], home);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(run('npx', ['warehouse-console', '--version'], home)).toBe(`${version}\n`);
});
