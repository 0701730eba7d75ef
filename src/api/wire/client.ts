import type { Environment } from '../../contract/gateway';
import type { OperationName } from '../../contract/operations';
import { type Budget, createBudget } from './budget';
import { sharedStore } from './budget-store';

/** What a call needs to know: where, on whose behalf, within which budget. */
export interface Client {
  environment: Environment;
  /** Name of the key for storage, locks and caches: a hash from which the key cannot be derived. `''` without a key. */
  identity: string;
  /** The key now in use, or null when there is none (provider operations need none, 5.2). */
  apiKey(): string | null;
  budget: Budget;
}

const budgets = new Map<string, Budget>();

/** The one budget of this tab for an environment and identity. */
export function budgetFor(environment: Environment, identity: string): Budget {
  const name = `${environment.name}:${identity}`;
  const budget = budgets.get(name) ?? createBudget(environment.requestsPerSecond, sharedStore(name));
  budgets.set(name, budget);
  return budget;
}

/** Requests of an environment that wait because a response asked all of its key to wait. */
export interface PausedRequests {
  /** Epoch milliseconds. */
  until: number;
  /** Sends them now. */
  resume(): void;
}

/** Too short a pause to be read, in milliseconds. */
const shortestShownMs = 1500;

/** What waits in this tab for the end of a pause; null where nothing does, or not for long. */
export function pausedRequests(environment: string): PausedRequests | null {
  for (const [name, budget] of budgets) {
    const { waiting, pausedMs } = budget.snapshot();
    if (!name.startsWith(`${environment}:`) || waiting === 0 || pausedMs < shortestShownMs) continue;
    return { until: Date.now() + pausedMs, resume: budget.resume };
  }
  return null;
}

/** A client for calls that carry no key in the header: the provider operations (5.2). */
export function keylessClient(environment: Environment): Client {
  return { environment, identity: '', apiKey: () => null, budget: budgetFor(environment, '') };
}

/**
 * Key of an operation's response: environment, identity, operation, then its parameters from coarse to fine. Parameters are texts (bodies as JSON text),
 * because a long integer in a key could not be hashed.
 */
export function keyOf(client: Client, operation: OperationName, ...parameters: string[]) {
  return [client.environment.name, client.identity, operation, ...parameters] as const;
}
