import { ApiError, type ApiErrorDetails } from '../contract/errors';
import { entriesOf, type Filter, isCondition, joinOf } from '../contract/filter';
import type { Id } from '../contract/ids';
import { type Json, type JsonObject, sameJson } from '../contract/json';
import type { DwRecord, RecordListInput, RecordPage } from '../contract/records';
import type { UpdateInput, UpdateItem } from '../contract/updates';
import type { EventProof, EventRow } from './proof';
import type { Clock } from './runner-state';

/** Every way in which the simulated platform can treat one call. */
export const behaviours = [
  'applies',
  'applies-before-answer',
  'applies-late',
  'applies-after-deadline',
  'never-applies',
  'applies-some',
  'refuses',
  'parameter',
  'too-many',
  'too-many-says-when',
  'unreachable',
  'key',
  'fails-before',
  'fails-after',
  'cut-before',
  'cut-after',
  'cut-applies-late',
  'somebody-else-after',
] as const;
export type Behaviour = (typeof behaviours)[number];

/** Ways that say with certainty that nothing was taken: the call may be made again. */
const takesNothing: ReadonlySet<Behaviour> = new Set<Behaviour>([
  'too-many',
  'too-many-says-when',
  'key',
  'unreachable',
]);

/** Every way in which it can fail to answer a read; nothing of the table can be said then. */
export const readFailures = ['too-many', 'too-many-says-when', 'fails', 'cut', 'no-envelope'] as const;
export type ReadFailure = (typeof readFailures)[number];

/** What else happens at the simulated platform; nothing of it unless said. */
export interface Circumstances {
  /** When the event of the n-th applied call comes, in milliseconds after it was applied: never, once, or again and again. After the last: at once. */
  events?: readonly (readonly number[])[];
  /** How the n-th read ends; after the last they are answered. */
  reads?: readonly (ReadFailure | null)[];
  /** After so many requests the first key is refused, by every call and every read. */
  keyEndsAfter?: number;
  /** What somebody else writes, so many milliseconds after the check (0: before anything is sent); null deletes the record, one that is not there is created. */
  somebody?: readonly { after: number; item_id: Id; fields: JsonObject | null }[];
}

/** Time that passes when nothing else happens: no test waits for a real second. */
export interface SimulatedClock extends Clock {
  /** Moves on to the next waiting moment; false when nobody waits. */
  advance(): boolean;
  /** Somebody sets the clock by so many milliseconds; who waits, waits no longer and no shorter for it. */
  set(milliseconds: number): void;
}

export function simulatedClock(start = 1_000_000_000_000): SimulatedClock {
  let now = start;
  let setBy = 0;
  let sleepers: { at: number; resolve: () => void }[] = [];
  return {
    now: () => now + setBy,
    steady: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const sleeper = { at: now + milliseconds, resolve };
        sleepers.push(sleeper);
        signal.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        });
      }),
    advance() {
      sleepers.sort((a, b) => a.at - b.at);
      const next = sleepers.shift();
      if (!next) return false;
      now = Math.max(now, next.at);
      next.resolve();
      return true;
    },
    set(milliseconds) {
      setBy += milliseconds;
    },
  };
}

const firstKey = 'first';
/** What an answer that says when asks for. */
export const retryAfterMs = 4_000;

/** What one record got, and from whom. */
interface Written {
  item_id: Id;
  fields: JsonObject;
  by: 'job' | 'somebody';
  /** Epoch milliseconds. */
  at: number;
}

/** A platform that keeps records, and treats each call as the schedule says. */
export class SimulatedPlatform {
  readonly records = new Map<Id, JsonObject>();
  readonly written: Written[] = [];
  readonly calls: { at: number; items: UpdateItem[]; tookNothing: boolean }[] = [];
  readonly proofs: EventProof[] = [];
  readonly listeners = new Set<(proofs: readonly EventProof[]) => void>();
  /** The key that the tab has now. */
  key = firstKey;
  private traces = 0;
  private created = 0;
  private applied = 0;
  private reads = 0;
  private requests = 0;

  constructor(
    private readonly clock: Clock,
    private readonly schedule: readonly Behaviour[],
    private readonly withEvents: boolean,
    records: Iterable<readonly [Id, JsonObject]>,
    private readonly circumstances: Circumstances = {},
  ) {
    for (const [id, fields] of records) this.records.set(id, fields);
    for (const { after, item_id, fields } of circumstances.somebody ?? []) {
      if (after === 0) this.somebodyWrites(item_id, fields);
      else this.later(after, () => this.somebodyWrites(item_id, fields));
    }
  }

  async update(input: UpdateInput): Promise<{ trace_id: string; request: number }> {
    const { items } = input;
    const behaviour = this.keyEnded() ? 'key' : (this.schedule[this.calls.length] ?? 'applies');
    const call = { at: this.clock.now(), items, tookNothing: takesNothing.has(behaviour) };
    this.calls.push(call);
    this.traces += 1;
    const trace_id = `t${this.traces}`;
    await this.pause(20);
    switch (behaviour) {
      case 'refuses':
        throw failure('business', 3500102, trace_id);
      case 'parameter':
        throw failure('system', 502, trace_id);
      case 'too-many':
        throw failure('malformed', undefined, null, { status: 429 });
      case 'too-many-says-when':
        throw failure('malformed', undefined, null, { status: 429, retryAfterMs });
      case 'unreachable':
        throw new ApiError({
          kind: 'no-answer',
          operation: 'updateRecords',
          message: 'as scheduled',
          neverReached: true,
        });
      case 'key':
        throw failure('system', 100, trace_id);
      case 'fails-before':
        throw failure('system', 500, trace_id);
      case 'cut-before':
        throw failure('no-answer', undefined, null);
      case 'fails-after':
        this.apply(input, trace_id);
        throw failure('system', 500, trace_id);
      case 'cut-after':
        this.apply(input, trace_id);
        throw failure('no-answer', undefined, null);
      case 'cut-applies-late':
        this.later(5_000, () => this.apply(input, trace_id));
        throw failure('no-answer', undefined, null);
      case 'never-applies':
        break;
      case 'applies-late':
        this.later(9_000, () => this.apply(input, trace_id));
        break;
      case 'applies-after-deadline':
        this.later(300_000, () => this.apply(input, trace_id));
        break;
      case 'applies-some':
        this.apply(input, trace_id, Math.ceil(items.length / 2));
        break;
      case 'somebody-else-after':
        this.apply(input, trace_id);
        for (const item of items.slice(0, 1)) {
          for (const id of this.matches(item, input.update_by_fields)) this.write(id, { f: 'somebody' }, 'somebody');
        }
        break;
      case 'applies-before-answer':
        this.apply(input, trace_id);
        await this.pause(3_000);
        break;
      case 'applies':
        this.later(100, () => this.apply(input, trace_id));
    }
    return { trace_id, request: this.traces };
  }

  async list({ filter, limit, offset = 0 }: RecordListInput): Promise<RecordPage> {
    await this.pause(15);
    this.traces += 1;
    const trace_id = `t${this.traces}`;
    if (this.keyEnded()) throw failure('system', 100, trace_id);
    this.reads += 1;
    switch (this.circumstances.reads?.[this.reads - 1]) {
      case 'too-many':
        throw failure('malformed', undefined, null, { status: 429 });
      case 'too-many-says-when':
        throw failure('malformed', undefined, null, { status: 429, retryAfterMs });
      case 'fails':
        throw failure('system', 500, trace_id);
      case 'cut':
        throw failure('no-answer', undefined, null);
      case 'no-envelope':
        throw failure('malformed', undefined, null, { status: 200 });
    }
    const items = [...this.records]
      .filter(([id, fields]) => matchesFilter(filter, id, fields))
      .slice(offset, offset + (limit ?? 20))
      .map(([id, fields]) => recordOf(id, fields));
    return { items, total: null, filtered: null, has_more: null };
  }

  /** Whether a job wrote exactly these fields at some time. */
  wasWritten(item_id: Id, fields: JsonObject): boolean {
    return this.written.some(
      (entry) => entry.by === 'job' && entry.item_id === item_id && sameJson(entry.fields, fields),
    );
  }

  /** Ids of the records that an item means (4.5 rules 3, 4). */
  matches({ item_id, fields }: UpdateItem, by: readonly string[] = []): Id[] {
    if (item_id !== null) return this.records.has(item_id) ? [item_id] : [];
    return [...this.records].flatMap(([id, held]) =>
      by.every((name) => sameJson(held[name], fields[name])) ? [id] : [],
    );
  }

  /** Applies the first items of a call (all of them unless said otherwise), and tells of all. */
  private apply({ items, update_type, update_by_fields }: UpdateInput, trace_id: string, first = items.length): void {
    const rows = items.map((item, index): EventRow => {
      const found = this.matches(item, update_by_fields);
      const created = found.length === 0 && update_type === 'upsert';
      const written = index < first && (found.length === 1 || created);
      let id = found[0] ?? item.item_id;
      if (written && created) {
        this.created += 1;
        id = String(9000 + this.created);
        this.records.set(id, {});
      }
      if (written) this.write(id ?? '', item.fields, 'job');
      const message = written ? null : 'several records match';
      return { item_id: written ? id : item.item_id, index, written, created, code: written ? null : 3500103, message };
    });
    if (!this.withEvents) return;
    const proof = { trace_id, rows };
    const times = this.circumstances.events?.[this.applied] ?? [0];
    this.applied += 1;
    for (const after of times) {
      if (after === 0) this.tell(proof);
      else this.later(after, () => this.tell(proof));
    }
  }

  private tell(proof: EventProof): void {
    this.proofs.push(proof);
    for (const listener of this.listeners) listener([proof]);
  }

  /** Counts a request; whether its key has ended. */
  private keyEnded(): boolean {
    this.requests += 1;
    return this.key === firstKey && this.requests > (this.circumstances.keyEndsAfter ?? Number.POSITIVE_INFINITY);
  }

  private write(item_id: Id, fields: JsonObject, by: Written['by']): void {
    if (!this.records.has(item_id)) return;
    this.records.set(item_id, { ...this.records.get(item_id), ...fields });
    this.written.push({ item_id, fields, by, at: this.clock.now() });
  }

  /** Another client of the API; it creates no record that nearly is there already. */
  private somebodyWrites(item_id: Id, fields: JsonObject | null): void {
    const { f: _value, ...key } = fields ?? {};
    const isNew = !this.records.has(item_id);
    if (isNew && this.matches({ item_id: null, fields: key }, Object.keys(key)).length > 0) return;
    if (isNew) this.records.set(item_id, {});
    this.write(item_id, fields ?? {}, 'somebody');
    if (fields === null) this.records.delete(item_id);
  }

  private pause(milliseconds: number): Promise<void> {
    return this.clock.sleep(milliseconds, new AbortController().signal);
  }

  private later(milliseconds: number, run: () => void): void {
    void this.pause(milliseconds).then(run);
  }
}

/** What a call of the simulated platform fails with. */
export function failure(
  kind: ApiError['kind'],
  code: number | undefined,
  traceId: string | null,
  about: Pick<ApiErrorDetails, 'status' | 'retryAfterMs'> = {},
): ApiError {
  return new ApiError({ kind, operation: 'updateRecords', message: 'as scheduled', code, traceId, ...about });
}

function matchesFilter(filter: Filter | null | undefined, id: Id, fields: JsonObject): boolean {
  if (!filter) return true;
  const holds = (entry: Json): boolean => {
    if (!isCondition(entry)) return matchesFilter(entry as Filter, id, fields);
    const wanted = [entry.query.in ?? entry.query.eq ?? []].flat();
    const value = entry.field === 'item_id' ? id : (fields[entry.field] ?? null);
    return wanted.some((one) => sameJson(one, value));
  };
  return joinOf(filter) === 'or' ? entriesOf(filter).some(holds) : entriesOf(filter).every(holds);
}

export function recordOf(item_id: Id, fields: JsonObject): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}
