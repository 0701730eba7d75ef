/**
 * Loaded into the thread of a database: keeps beside its folder what a power cut would leave of it. There a file has what it had when it was last synced, while names are
 * made, moved and removed at once, which is the worst order for what follows.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isAbsolute, join, relative } from 'node:path';
import { workerData } from 'node:worker_threads';

const fs = createRequire(import.meta.url)('node:fs');
const { folder, shadow } = workerData;
const real = { ...fs };
const paths = new Map();

/** The same place in the shadow; null outside the folder. */
function shadowOf(path) {
  const within = relative(folder, String(path));
  return within.startsWith('..') || isAbsolute(within) ? null : join(shadow, within);
}

/** Does in the shadow what is done in the folder. */
function also(name, run) {
  fs[name] = (...args) => {
    const done = real[name](...args);
    const places = args.map((arg) => (typeof arg === 'string' ? shadowOf(arg) : null));
    if (places[0] !== null) run(...places.map((place, index) => place ?? args[index]));
    return done;
  };
}

also('mkdirSync', (path) => real.mkdirSync(path, { recursive: true }));
also('rmdirSync', (path) => real.rmdirSync(path));
also('unlinkSync', (path) => real.unlinkSync(path));
also('renameSync', (from, to) => real.renameSync(from, to));
also('truncateSync', (path, size) => real.truncateSync(path, size));
also('writeFileSync', (path) => real.writeFileSync(path, ''));
fs.openSync = (path, ...more) => {
  const file = real.openSync(path, ...more);
  paths.set(file, path);
  return file;
};
fs.ftruncateSync = (file, size) => {
  real.ftruncateSync(file, size);
  const place = shadowOf(paths.get(file));
  if (place !== null) real.truncateSync(place, size);
};
fs.fsyncSync = (file) => {
  real.fsyncSync(file);
  const path = paths.get(file);
  const place = shadowOf(path);
  if (place !== null && !real.fstatSync(file).isDirectory()) real.copyFileSync(path, place);
};
syncBuiltinESMExports();
