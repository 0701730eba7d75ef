/** A Chromium for browser tests and measurements: one that is named, or there, or installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { end, succeeds, WINDOWS } from './prepare.mjs';

/** First the one without the windows around a page, which cost a third of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Path of a Chromium that runs: `CHROMIUM_PATH`, Playwright's own, the system's; in this order.
 * Ends the process where the named one does not run. @returns null when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !runs(named)) end(`CHROMIUM_PATH is "${named}", but no Chromium starts there.`);
  if (named) return named;
  const { chromium } = await import('playwright');
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...onPath].find(runs) ?? null;
}

/** Puts a Chromium into `CHROMIUM_PATH`, installed where none is found. Ends the process with instructions where that fails. */
export async function prepareChromium() {
  process.env.CHROMIUM_PATH = (await findChromium()) ?? (await install()) ?? end(INSTALL_BY_HAND);
}

/** By apt where that is allowed, else by Playwright. @returns its path, or null */
function install() {
  console.log('No Chromium found. Installing one…');
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  const quietly = ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'];
  const byApt = existsSync('/etc/debian_version') && process.getuid?.() === 0 && succeeds('apt-get', 'update', '-qq');
  if (!byApt || !succeeds('apt-get', ...quietly)) succeeds('playwright', 'install', 'chromium');
  return findChromium();
}

const INSTALL_BY_HAND = `No Chromium found, and installing one failed. Run one of these, then the command again:
  sudo apt-get update && sudo apt-get install -y chromium-headless-shell      (Debian)
  npx playwright install --with-deps chromium                                 (elsewhere)
  export CHROMIUM_PATH=/path/to/chromium                                      (use your own)`;

/** A name is not enough: on Ubuntu `chromium-browser` may be a script that asks for another installation. */
function runs(path) {
  if (!existsSync(path) || WINDOWS) return existsSync(path);
  const { status, stdout } = spawnSync(path, ['--version'], { timeout: 20_000, encoding: 'utf8' });
  return status === 0 && /chrom/i.test(stdout);
}
