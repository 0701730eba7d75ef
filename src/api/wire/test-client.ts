import { createBudget } from './budget';
import { memoryStore } from './budget-store';
import type { Client } from './client';

/** A client of an environment without a limit that is felt. */
export function testClient(change: Partial<Omit<Client, 'environment'>> = {}): Client {
  return {
    environment: {
      name: 'lab',
      baseUrl: null,
      colour: 'blue',
      requestsPerSecond: 1e6,
      fileHosts: [],
      writable: true,
      delete: false,
      embedded: false,
    },
    identity: 'me',
    apiKey: () => 'key',
    budget: createBudget(1e6, memoryStore()),
    ...change,
  };
}
