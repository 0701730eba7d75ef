import { it } from 'vitest';
import { devEndsBy } from './test-shell.mjs';

it.each(['SIGINT', 'SIGTERM'])('npm run dev ends by %s, and leaves its port', { timeout: 120_000 }, devEndsBy);
