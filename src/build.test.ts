import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Plugin, type ResolvedConfig, resolveConfig } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { dependencies } from '../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '..');

let config: ResolvedConfig;
/** Those of the console and of its workers, beside what Vite brings. */
let plugins: Plugin[];

beforeAll(async () => {
  config = await resolveConfig({ root, logLevel: 'silent' }, 'build', 'production');
  const ofWorkers = await config.worker.plugins([]);
  plugins = [...config.plugins, ...ofWorkers.plugins].filter(isOurs);
});

describe('the build uses packages unchanged', () => {
  test('no build hook of ours sees a package’s module', () => {
    const modules = packageModules();
    const hooks = plugins.flatMap((plugin) =>
      moduleHooks.map((name) => ({ plugin: plugin.name, name, hook: plugin[name] })).filter(({ hook }) => hook),
    );
    expect(hooks.length).toBeGreaterThan(0);
    const wrong = hooks.filter(({ hook }) => modules.some((id) => takes(hook, id)));
    expect(wrong.map(({ plugin, name }) => `${plugin}: ${name}`)).toEqual([]);
  });

  test('no text is replaced in modules or chunks', () => {
    expect(config.define ?? {}).toEqual({});
    expect(plugins.filter(({ renderChunk }) => renderChunk)).toEqual([]);
  });

  test('no plugin is added past Vite’s', () => {
    for (const { rolldownOptions } of [config.build, config.worker]) expect(rolldownOptions.plugins).toBeUndefined();
  });

  test('no private name of a package is used', () => {
    const files = ['src', 'vite'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    );
    const sources = files.filter((file) => /\.tsx?$/.test(file) && file !== relative(root, import.meta.filename));
    const used = sources.filter((file) => /\b(?:UNSAFE_|unstable_)\w/.test(readFileSync(join(root, file), 'utf8')));
    expect(used).toEqual([]);
  });

  test('no page opened by the console can access it', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
    const opening = sources.filter((file) =>
      /\bwindow\.open\(|rel="[^"]*\bopener/.test(readFileSync(join(root, 'src', file), 'utf8')),
    );
    expect(opening).toEqual([]);
  });
});

const moduleHooks = ['resolveId', 'load', 'transform'] as const;

/** Vite and the plugin for React bring their own. */
function isOurs({ name }: Plugin): boolean {
  return !/^(?:vite|builtin|native):|^alias$/.test(name);
}

/** Whether a hook is called for a module: for each, unless its filter is an expression that leaves it out. */
function takes(hook: Plugin[(typeof moduleHooks)[number]], id: string): boolean {
  const filter = typeof hook === 'object' && hook !== null ? hook.filter?.id : undefined;
  return filter instanceof RegExp ? filter.test(id) : true;
}

/** Every module that is installed, and the names by which packages are asked for. */
function packageModules(): string[] {
  const folder = join(root, 'node_modules');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:[mc]?js|json)$/.test(file),
  );
  return [...Object.keys(dependencies), ...files.map((file) => join(folder, file))];
}
