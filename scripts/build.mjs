/** `npm run build`: the page to dist/client, the server to dist/server, unless they are current. */
import { buildIfStale, prepare } from './prepare.mjs';

prepare();
buildIfStale();
