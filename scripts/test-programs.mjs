/** The programs that test, each started beside others: what they print is kept until they end, so that it is not mixed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, INSTALL_BY_HAND, installChromium } from './chromium.mjs';
import { binPath, end, ROOT, runBin } from './prepare.mjs';
import { plainResult, playwrightResult, vitestResult } from './test-reports.mjs';

/** @returns a Chromium for the browser tests, installed if there is none; otherwise ends the process with instructions */
export async function chromiumOrEnd() {
  try {
    return (
      (await findChromium()) ?? (await installChromium((args) => runBin('playwright', args))) ?? end(INSTALL_BY_HAND)
    );
  } catch (fault) {
    return end(fault.message);
  }
}

/** Types, lint, or build: passed or failed as a whole. */
export async function plainProgram(path, args) {
  return plainResult(await run(path, args));
}

/** @param report file for its JSON report */
export async function vitest(args, report, environment = {}) {
  const ok = await run(
    binPath('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    environment,
  );
  return vitestResult(jsonIn(report), ok);
}

/** @param report file for its JSON report */
export async function playwright(args, report, environment = {}) {
  const ok = await run(binPath('playwright'), ['test', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...environment,
  });
  return playwrightResult(jsonIn(report), ok);
}

export const script = (name) => join(ROOT, 'scripts', name);

/** Runs a step or part, reports its start and end. @returns its result with its name and seconds */
export async function reported(name, start) {
  console.log(`── ${name}…`);
  const began = Date.now();
  const result = await start();
  const seconds = Math.round((Date.now() - began) / 1000);
  const { passed, failed } = result;
  console.log(
    `── ${name}: ${failed.length === 0 ? `ok, ${passed} passed` : `${failed.length} failed, ${passed} passed`} (${seconds} s)`,
  );
  return { name, seconds, ...result };
}

/** @returns whether it ended with 0 */
function run(path, args, environment) {
  const child = spawn(process.execPath, [path, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(printed);
      resolve(code === 0);
    });
  });
}

function jsonIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
