/** `npm run dev`: the page with hot reload, with the same gateway and service in front. */
import { prepare, ROOT } from './prepare.mjs';
import { endWithShell } from './shell.mjs';

if (process.env.npm_lifecycle_event !== undefined) endWithShell();
prepare();
const { createServer } = await import('vite');
const server = await createServer({ root: ROOT });
await server.listen();
if (process.stdin.isTTY) server.bindCLIShortcuts({ print: true });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().then(() => process.exit(0)));
