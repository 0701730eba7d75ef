import { it } from 'vitest';
import { devEndsBy } from './test-shell.mjs';

it('npm run dev ends by SIGINT, and leaves its port', { timeout: 120_000 }, () => devEndsBy('SIGINT'));
