/**
 * Before the first script, and a tiny one: the key of this tab is on its way out of its seal while that script is still being fetched and compiled.
 * `keptClient` finds it there. Built apart, as vite/first-load-plugin.ts says.
 */
import { sealedHere } from '../credentials/sealed-connection';
import { environmentOf } from './last-place';

const environment = environmentOf(location.pathname);
if (environment !== null) void sealedHere(environment);
