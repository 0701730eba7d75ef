import type { ApiErrorKind } from '../../contract/errors';
import { createListeners } from '../../state/store';
import type { Priority } from './budget';

export type Outcome = 'waiting' | 'running' | 'success' | 'aborted' | ApiErrorKind;

/** One request of this session. Secrets never come in here: the key is not kept, and secret fields of a body are masked before. */
export interface ActivityEntry {
  /** Counts from 1 in this tab. */
  request: number;
  environment: string;
  /** Name of the operation, or method and path of a call made by hand. */
  operation: string;
  method: string;
  /** Path with search, below the environment's base. */
  path: string;
  /** Whether the key went along in the header. */
  withKey: boolean;
  returnFields: string | null;
  /** Whose turn it waited for in the rate budget. */
  priority: Priority;
  /** JSON text as sent, secret fields masked; null without body. */
  body: string | null;
  /** The beginning of the response, without secrets and signatures of links; null while there is none. */
  reply: string | null;
  outcome: Outcome;
  code: number | null;
  message: string | null;
  traceId: string | null;
  status: number | null;
  /** Characters of the answer. */
  size: number | null;
  /** Epoch milliseconds: asked for, sent (after the rate budget), answered, decoded. */
  queuedAt: number;
  sentAt: number | null;
  answeredAt: number | null;
  finishedAt: number | null;
}

/** Requests kept; older ones are forgotten, so that a job of many calls does not fill the memory. */
const kept = 2000;
/** Extra entries kept before old ones are removed, as removing one costs as much as removing many. */
const spare = 200;

/** Numbered without a gap. Changed in place: a job makes a thousand changes a second, and each of them would copy all of it. */
const log: ActivityEntry[] = [];
let shown: readonly ActivityEntry[] | null = null;
let counter = 0;
let announced = false;
const changes = createListeners();

/** Every request of this session, oldest first; the same array until something changes, so it can be a snapshot of an external store. */
export function activityEntries(): readonly ActivityEntry[] {
  shown ??= log.slice(-kept);
  return shown;
}

/** The request with a number, while it is kept. */
export function activityEntry(request: number): ActivityEntry | undefined {
  return log[request - (log[0]?.request ?? 0)];
}

/** @returns a function that ends the subscription */
export const subscribeActivity = changes.subscribe;

/** Forgets what was recorded. */
export function clearActivity(): void {
  log.length = 0;
  announce();
}

/** Records a request that waits for the budget. @returns its number */
export function startActivity(
  entry: Pick<
    ActivityEntry,
    'environment' | 'operation' | 'method' | 'path' | 'withKey' | 'returnFields' | 'priority' | 'body' | 'queuedAt'
  >,
): number {
  counter += 1;
  const started: ActivityEntry = {
    ...entry,
    request: counter,
    reply: null,
    outcome: 'waiting',
    code: null,
    message: null,
    traceId: null,
    status: null,
    size: null,
    sentAt: null,
    answeredAt: null,
    finishedAt: null,
  };
  if (log.length >= kept + spare) log.splice(0, log.length - kept + 1);
  log.push(started);
  announce();
  return counter;
}

/** Adds to what is known of a request. */
export function updateActivity(request: number, change: Partial<Omit<ActivityEntry, 'request'>>): void {
  const entry = activityEntry(request);
  if (!entry) return;
  log[request - (log[0]?.request ?? 0)] = { ...entry, ...change };
  announce();
}

/** Many changes in one turn are announced once. */
function announce(): void {
  shown = null;
  if (announced) return;
  announced = true;
  queueMicrotask(() => {
    announced = false;
    changes.tell();
  });
}
