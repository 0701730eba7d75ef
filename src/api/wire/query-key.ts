import type { OperationName } from '../../contract/operations';
import type { Client } from './client';

/**
 * Key of what an operation said: environment, identity, operation, then its parameters from coarse to fine. Parameters are texts (bodies as JSON
 * text), because a long integer in a key could not be hashed.
 */
export function keyOf(client: Client, operation: OperationName, ...parameters: string[]) {
  return [client.environment.name, client.identity, operation, ...parameters] as const;
}
