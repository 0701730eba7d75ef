/** `npm run build`: the page to dist/client, the server to dist/server. */
import { build, checkNode, install } from './prepare.mjs';

checkNode();
install();
if (!build()) process.exitCode = 1;
