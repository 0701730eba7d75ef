import { knownCodes } from '../../../contract/errors';

/**
 * Everything the service refuses, in one list: the envelope's code (2.1) and the HTTP status. Codes of the field notes where they are known; the
 * contract shows no others, so the rest are ours: below 10000 for the system, `35001..` for business. What a caller did wrong has status 200, as the contract
 * shows no other, and clients throw at 4xx before they read the code (field notes); only what is no call of the API, and what may pass, has one of its own.
 */
export const refusals = {
  authentication: { code: knownCodes.authenticationFailed, status: 200 },
  parameter: { code: knownCodes.parameterInvalid, status: 200 },
  tooLarge: { code: knownCodes.parameterInvalid, status: 413 },
  unknownPath: { code: 404, status: 404 },
  method: { code: 405, status: 405 },
  internal: { code: 500, status: 500 },
  unavailable: { code: 503, status: 503 },
  tooLong: { code: 504, status: 200 },
  queueFull: { code: 429, status: 429 },
  gone: { code: knownCodes.gone, status: 200 },
  tableType: { code: 3500101, status: 200 },
  quota: { code: 3500102, status: 200 },
} as const;
export type Refusal = keyof typeof refusals;

/** Why one item of a batch update was not applied; these come in the event, never in the answer (4.5 rule 6, section 6). */
export const itemFailures = {
  gone: knownCodes.gone,
  severalMatch: 3500103,
  unknownField: 3500104,
  invalidValue: 3500105,
  notApplied: 3500106,
} as const;
export type ItemFailure = keyof typeof itemFailures;

/** A request that is answered with an envelope whose code is not 0. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  constructor(
    readonly refusal: Refusal,
    message: string,
  ) {
    super(message);
  }
}

/** A parameter that is missing or invalid, named as in `items[3].item_id` (field notes: code 502). */
export function parameterInvalid(name: string, reason: string): ServiceError {
  return new ServiceError('parameter', `parameter ${name} ${reason}`);
}

/** Something that does not exist, was deleted, or is outside the key's workspaces: these are not distinguished. */
export function gone(what: string): ServiceError {
  return new ServiceError('gone', `${what} does not exist or was deleted`);
}
