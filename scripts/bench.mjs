/** `npm run bench`: builds what is stale and measures. Arguments are Playwright's: `--project console`, `--grep sort`, `--repeat-each 3`. */
import { buildIfStale, checkNode, install, runBin } from './prepare.mjs';
import { chromiumOrEnd } from './test-programs.mjs';

checkNode();
install();
const chromium = await chromiumOrEnd();
buildIfStale();
if (!runBin('playwright', ['test', '--config', 'bench', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium }))
  process.exitCode = 1;
