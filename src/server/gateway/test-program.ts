/** The program of `npm start`, built and run as a process of its own, for tests of what only a process shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** A start takes seconds, and many of them on a machine that does other things as well: for hooks and tests that wait for one. */
export const PROGRAM_TIMEOUT_MS = 240_000;

export type Running = {
  child: ChildProcess;
  /** Everything written so far. */
  wrote: { out: string; err: string };
  /** The exit code, null after a signal, and all that was written. */
  ended: Promise<{ code: number | null; out: string; err: string }>;
  /** The address, once it is known. @throws when the program ends before */
  ready(): Promise<string>;
};

export type Program = {
  /** With any free port and a database in memory, unless set otherwise. */
  run(args: string[], variables?: Record<string, string>): Running;
  /** Kills what still runs. */
  killAll(): Promise<void>;
  remove(): Promise<void>;
};

/** The program for the tests of a file: built before them, taken away after them; what still runs is killed after each. */
export function withProgram(): Pick<Program, 'run'> {
  let program: Program;
  beforeAll(async () => {
    program = await buildProgram();
  }, PROGRAM_TIMEOUT_MS);
  afterEach(() => program.killAll());
  afterAll(() => program?.remove(), PROGRAM_TIMEOUT_MS);
  return { run: (args, variables) => program.run(args, variables) };
}

let builds = 0;

export async function buildProgram(): Promise<Program> {
  // Below the repository, so that its packages are found; `dist` is no part of it.
  const folder = `dist/program-test-${process.pid}-${builds++}`;
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/server/gateway/main.ts', outDir: folder, target: 'node20', copyPublicDir: false },
  });
  const running = new Set<Running>();
  const killAll = async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
  };
  return {
    run(args, variables = {}) {
      const one = start([`${folder}/main.js`, ...args], variables);
      running.add(one);
      void one.ended.then(() => running.delete(one));
      return one;
    },
    killAll,
    async remove() {
      await killAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function start(args: string[], variables: Record<string, string>): Running {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: 'memory://', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const wrote = { out: '', err: '' };
  let told = (_address: string): void => {};
  let failed = (_fault: Error): void => {};
  const address = new Promise<string>((resolve, reject) => {
    told = resolve;
    failed = reject;
  });
  address.catch(() => undefined);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    wrote.out += text;
    const found = /^ {2}(http:\S+)$/m.exec(wrote.out)?.[1];
    if (found !== undefined) told(found);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    wrote.err += text;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => {
      failed(new Error(`the program ended too early: ${wrote.err}`));
      resolve({ code, ...wrote });
    });
  });
  return { child, wrote, ended, ready: () => address };
}
