import type { Ledger } from '../ledger/ledger';
import type { EventProof } from '../proof/proof';
import { createChangesReader } from '../read/read-changes';
import { createKeyReader } from '../read/read-keys';
import { keysOrRecent, rowsOrRecent } from '../read/read-recent';
import { createRowReader, type ListRecords } from '../read/read-rows';
import { createShownFields } from '../read/shown-fields';
import type { Clock, RunnerPorts, Wire } from './ports';
import { failure, type SimulatedPlatform } from './test-simulation';

/**
 * How a tab ends at its n-th step: killed before or after the step took effect, or closed in good order with everything under way still ended. Or what happens
 * before that step, with the tab going on.
 */
export interface TabEnd {
  step: number;
  how: 'before' | 'after' | 'closed' | (() => Promise<unknown>);
}

/** How the browser treats the next write of calls: at once, only after a while, or not, as its storage is full. */
export type Disk = () => 'slow' | 'full' | null;
const slowDiskMs = 6_000;

/** A tab that can be killed: after its last step nothing that it began ever comes back to it. */
export interface Tab {
  ports: RunnerPorts;
  /** Aborted when the tab is closed in good order. */
  closed: AbortSignal;
  /** Steps (ledger writes and reads, calls) that are under way and not a matter of time. */
  busy(): number;
  dead(): boolean;
}

/**
 * A tab that ends as specified; never with `null`.
 * @param platform shared by consecutive tabs
 * @param disk of the browser, shared too
 */
export function openTab(
  platform: SimulatedPlatform,
  { ledger, sentBefore }: Pick<RunnerPorts, 'ledger' | 'sentBefore'>,
  clock: Clock,
  orders: RunnerPorts['orders'],
  end: TabEnd | null,
  disk: Disk = () => null,
): Tab {
  const closing = new AbortController();
  let steps = 0;
  let busy = 0;
  let dead = false;
  const never = new Promise<never>(() => {});

  const step = async <Result>(run: () => Promise<Result>, timed: boolean): Promise<Result> => {
    if (dead) return never;
    steps += 1;
    const last = end !== null && steps >= end.step ? end.how : null;
    if (last === 'closed') closing.abort();
    else if (last === 'before' || last === 'after') dead = true;
    if (last === 'before') return never;
    if (typeof last === 'function' && steps === end?.step) {
      busy += 1;
      await last().finally(() => {
        busy -= 1;
      });
    }
    if (!timed) busy += 1;
    try {
      const result = await run();
      return dead ? never : result;
    } catch (error) {
      return dead ? never : Promise.reject(error);
    } finally {
      if (!timed) busy -= 1;
    }
  };
  const kept =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      step(() => run(...args), false);

  const written =
    <Result>(run: (about: Parameters<Ledger['save']>[0] & Parameters<Ledger['mark']>[0]) => Promise<Result>) =>
    (about: never): Promise<Result> => {
      const treated = disk();
      if (treated !== 'slow')
        return step(
          () => (treated === 'full' ? Promise.reject(new DOMException('', 'QuotaExceededError')) : run(about)),
          false,
        );
      return step(
        () => clock.sleep(slowDiskMs, new AbortController().signal).then(() => (dead ? never : run(about))),
        true,
      );
    };
  const guarded: Ledger = {
    takeTurn: kept(ledger.takeTurn),
    takeUp: kept(ledger.takeUp),
    create: kept(ledger.create),
    prepare: kept(ledger.prepare),
    job: kept(ledger.job),
    openJobs: kept(ledger.openJobs),
    batches: kept(ledger.batches),
    batchesOfTraces: kept(ledger.batchesOfTraces),
    save: written(ledger.save),
    correct: kept(ledger.correct),
    mark: written(ledger.mark),
    takeOut: kept(ledger.takeOut),
    order: kept(ledger.order),
    ask: kept(ledger.ask),
    pace: kept(ledger.pace),
    prolong: kept(ledger.prolong),
    hold: kept(ledger.hold),
    readFailed: kept(ledger.readFailed),
    readNow: kept(ledger.readNow),
    start: kept(ledger.start),
    end: kept(ledger.end),
  };
  const list: ListRecords = (input) => platform.list(input);
  const readAgain = createRowReader(list, () => Promise.reject(failure('system', 404, null)));
  const readKeysAgain = createKeyReader(list);
  const read = rowsOrRecent(readAgain, list);
  const readKeys = keysOrRecent(readKeysAgain, list);
  const changes = createChangesReader(list);
  const shownFields = createShownFields(list, readAgain, clock.now);
  const wire: Wire = {
    turn: (signal) => (dead ? never : platform.turn(signal)),
    update: (input) => step(() => platform.update(structuredClone(input)), true),
    remove: (input) => step(() => platform.remove(structuredClone(input)), true),
    read: (tableId, ids, signal) => step(() => read(tableId, ids, signal), true),
    readKeys: (table, keys, signal) => step(() => readKeys(table, keys, signal), true),
    readAgain: (tableId, ids, signal) => step(() => readAgain(tableId, ids, signal), true),
    readKeysAgain: (table, keys, signal) => step(() => readKeysAgain(table, keys, signal), true),
    shownFields: (...about) => step(() => shownFields(...about), true),
    changes: (tableId, since, signal) => step(() => changes(tableId, since, signal), true),
  };
  return {
    closed: closing.signal,
    busy: () => busy,
    dead: () => dead,
    ports: {
      owner: { environment: 'lab', identity: 'i1' },
      requestsPerSecond: 10,
      key: () => platform.key,
      wire,
      ledger: guarded,
      sentBefore: kept(sentBefore),
      clock: { ...clock, sleep: (ms, signal) => (dead ? never : clock.sleep(ms, signal)) },
      events(listener) {
        const hear = (proofs: readonly EventProof[]): void => {
          if (!dead) listener(proofs);
        };
        platform.listeners.add(hear);
        // The inbox hands a new reader everything it keeps.
        if (platform.proofs.length > 0) hear([...platform.proofs]);
        return () => platform.listeners.delete(hear);
      },
      orders,
      onOutdated: () => {
        platform.outdated += 1;
      },
      tuning: { failuresInRow: 3, callsAtOnce: 2 },
    },
  };
}
