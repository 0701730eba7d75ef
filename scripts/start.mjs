/** `npm start`: installs and builds what is missing or stale, then becomes the server. Its arguments are the server's. */
import { buildIfStale, prepare } from './prepare.mjs';
import { endWithShell } from './shell.mjs';

if (process.env.npm_lifecycle_event !== undefined) endWithShell();
prepare();
buildIfStale();
await import('../dist/server/main.js');
