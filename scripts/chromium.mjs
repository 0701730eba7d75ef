/** A Chromium for the end-to-end tests: one that is named, or there, or installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// First the one without the windows around a page, which cost a third of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Path of a Chromium that runs: `CHROMIUM_PATH`, Playwright's own, the system's; in this order.
 * @returns null when there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH is "${named}", but no Chromium starts there.`);
  }
  const { chromium } = await import('playwright');
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (
    [chromium.executablePath(), ...onPath, ...PLACES].find((path) => path && existsSync(path) && runs(path)) ?? null
  );
}

/** Installs one: by apt where that is allowed, else by Playwright. @returns its path, or null */
export async function installChromium(playwright) {
  console.log('No Chromium found. Installing one…');
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const updated = spawnSync('apt-get', ['update', '-qq'], quiet);
    if (updated.status === 0) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], quiet);
      const installed = await findChromium();
      if (installed !== null) return installed;
    }
  }
  return playwright(['install', 'chromium']) ? findChromium() : null;
}

/** What a person can type when nothing of this worked. */
export const INSTALL_BY_HAND = [
  'No Chromium found, and installing one failed. Run one of these, then npm test again:',
  '  sudo apt-get update && sudo apt-get install -y chromium-headless-shell      (Debian)',
  '  npx playwright install --with-deps chromium                                 (elsewhere)',
  '  CHROMIUM_PATH=/path/to/chromium npm test                                    (use your own)',
].join('\n');

/** A name is not enough: on Ubuntu `chromium-browser` may be a script that asks for another installation. */
function runs(path) {
  if (process.platform === 'win32') return existsSync(path);
  const { status, stdout } = spawnSync(path, ['--version'], { timeout: 20_000, encoding: 'utf8' });
  return status === 0 && /chrom/i.test(stdout);
}
