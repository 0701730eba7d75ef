/** `npm run bench`: builds what is stale and measures. Arguments are Playwright's: `--project console`, `--grep sort`, `--repeat-each 3`. */
import { prepareChromium } from './chromium.mjs';
import { buildIfStale, prepare, succeeds } from './prepare.mjs';

prepare();
await prepareChromium();
buildIfStale();
if (!succeeds('playwright', 'test', '--config', 'bench', ...process.argv.slice(2))) process.exitCode = 1;
