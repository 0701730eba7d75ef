import { ApiError, type ApiErrorDetails } from '../../contract/errors';
import { entriesOf, type Filter, isCondition, joinOf } from '../../contract/filter';
import type { Id } from '../../contract/ids';
import { isEmptyValue, type Json, type JsonObject, sameJson } from '../../contract/json';
import type {
  DeleteInput,
  DwRecord,
  RecordListInput,
  RecordPage,
  UpdateInput,
  UpdateItem,
} from '../../contract/records';
import type { EventProof, EventRow } from '../proof/proof';
import type { Clock } from './ports';

type Failing = [
  kind: ApiError['kind'],
  code?: number,
  about?: Pick<ApiErrorDetails, 'status' | 'retryAfterMs' | 'neverReached' | 'gateway'>,
];

/** What a call does at the platform, and how it ends. */
interface Way {
  /** Milliseconds until it is applied, 0 for before its answer; left out: never. */
  after?: number;
  /** Only the first half of it. */
  some?: true;
  fails?: Failing;
}

/** The wait in a Retry-After response. */
export const retryAfterMs = 4_000;
const rule: Failing = ['business', 3500102];
const tooMany: Failing = ['malformed', undefined, { status: 429 }];
const tooManySaysWhen: Failing = ['malformed', undefined, { status: 429, retryAfterMs }];

/** Every way in which the simulated platform can treat one call. */
const ways = {
  applies: { after: 100 },
  'applies-before-answer': { after: 0 },
  'applies-late': { after: 9_000 },
  'applies-after-deadline': { after: 300_000 },
  'never-applies': {},
  'applies-some': { after: 0, some: true },
  refuses: { fails: rule },
  parameter: { fails: ['system', 502] },
  'too-many': { fails: tooMany },
  'too-many-says-when': { fails: tooManySaysWhen },
  unreachable: { fails: ['no-answer', undefined, { neverReached: true }] },
  'too-large': { fails: ['no-answer', undefined, { status: 413, neverReached: true, gateway: 'too-large' }] },
  key: { fails: ['system', 100] },
  'fails-before': { fails: ['system', 500] },
  'fails-after': { after: 0, fails: ['system', 500] },
  'cut-before': { fails: ['no-answer'] },
  'cut-after': { after: 0, fails: ['no-answer'] },
  'cut-applies-late': { after: 5_000, fails: ['no-answer'] },
  'somebody-else-after': { after: 0 },
  'refuses-applies': { after: 0, fails: rule },
  'refuses-applies-some': { after: 0, some: true, fails: rule },
  'refuses-applies-late': { after: 15_000, fails: rule },
  'refuses-applies-after-deadline': { after: 300_000, fails: rule },
  'parameter-applies': { after: 0, fails: ['system', 502] },
  'too-many-applies': { after: 0, fails: tooMany },
  'too-many-applies-late': { after: 6_000, fails: tooMany },
  'too-many-applies-some': { after: 0, some: true, fails: tooMany },
  'key-applies': { after: 0, fails: ['system', 100] },
  'fails-with-code-applies-late': { after: 20_000, fails: ['business', 3500102, { status: 503 }] },
} as const satisfies Record<string, Way>;
export type Behaviour = keyof typeof ways;
export const behaviours = Object.keys(ways) as Behaviour[];

/** Responses that certainly mean that nothing was written: the call may be sent again. */
const takesNothing: ReadonlySet<Behaviour> = new Set<Behaviour>([
  'too-many',
  'too-many-says-when',
  'key',
  'unreachable',
  'too-large',
]);

/** Every way in which a read can fail; nothing is known of the table then. */
export const readFailures = ['too-many', 'too-many-says-when', 'fails', 'cut', 'no-envelope'] as const;
export type ReadFailure = (typeof readFailures)[number];

/** An event sent by someone who knows the callback address and guessed a call's trace ID: of another table, or with the opposite result, or the same. */
export const forgeries = ['foreign', 'says-written', 'says-refused', 'contradicts'] as const;
export type Forgery = (typeof forgeries)[number];

/** What else happens at the simulated platform; nothing by default. */
export interface Circumstances {
  /** Its own events are signed, and so proof. */
  trustEvents?: boolean;
  /** What is forged about the n-th call, as soon as it was made. */
  forged?: readonly (Forgery | null)[];
  /** When the event of the n-th applied call comes, in milliseconds after it was applied: never, once, or again and again. After the last: at once. */
  events?: readonly (readonly number[])[];
  /** How the n-th read ends; after the last they are answered. */
  reads?: readonly (ReadFailure | null)[];
  /** After this many requests the first key is refused in every call and read. */
  keyEndsAfter?: number;
  /** It can be asked for records in no way: filters are passed over, and the order alone is kept to. */
  ignoresFilters?: boolean;
  /** Its readings come from a replica that is this many milliseconds behind. */
  lagMs?: number;
  /** Milliseconds between two turns of calls; without it each has its turn at once. */
  turnMs?: number;
  /** What someone else writes, this many milliseconds after the check (0: before anything is sent); null deletes the record, an unknown one is created. */
  somebody?: readonly { after: number; item_id: Id; fields: JsonObject | null }[];
}

const firstKey = 'first';
/** One value that one record got, and from whom. */
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
  /** When and by whom records were created and last written, by the platform's own clock; those that a test puts there have no times. */
  readonly times = new Map<Id, Pick<DwRecord, 'created_on' | 'created_by' | 'updated_on' | 'updated_by'>>();
  readonly written: Written[] = [];
  readonly calls: { at: number; items: UpdateItem[]; tookNothing: boolean }[] = [];
  readonly proofs: EventProof[] = [];
  /** How often a tab was told that what it shows is outdated. */
  outdated = 0;
  readonly listeners = new Set<(proofs: readonly EventProof[]) => void>();
  /** The key that the tab has now. */
  key = firstKey;
  /** Turns that calls were given. */
  turns = 0;
  /** What readings show where they lag. */
  private readonly replica = new Map<
    Id,
    { fields: JsonObject; times: ReturnType<SimulatedPlatform['times']['get']> }
  >();
  private lastTurn: Promise<void> = Promise.resolve();
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
    for (const [id, fields] of records) {
      this.records.set(id, fields);
      this.replica.set(id, { fields, times: undefined });
      if (!circumstances.ignoresFilters) continue;
      const before = this.time(clock.now() - 24 * 3_600_000);
      this.times.set(id, { created_on: before, created_by: null, updated_on: before, updated_by: null });
    }
    for (const { after, item_id, fields } of circumstances.somebody ?? []) {
      if (after === 0) this.somebodyWrites(item_id, fields);
      else this.later(after, () => this.somebodyWrites(item_id, fields));
    }
  }

  /** One turn after the other, as a budget gives them. */
  async turn(signal: AbortSignal): Promise<void> {
    const { turnMs } = this.circumstances;
    if (turnMs !== undefined) {
      this.lastTurn = this.lastTurn.then(() => this.clock.sleep(turnMs, signal));
      await this.lastTurn;
      signal.throwIfAborted();
    }
    this.turns += 1;
  }

  async update(input: UpdateInput, deletes = false): Promise<{ trace_id: string; request: number }> {
    const { items } = input;
    const behaviour = this.keyEnded() ? 'key' : (this.schedule[this.calls.length] ?? 'applies');
    const call = { at: this.clock.now(), items, tookNothing: takesNothing.has(behaviour) };
    this.calls.push(call);
    this.traces += 1;
    const trace_id = `t${this.traces}`;
    await this.pause(20);
    this.forge(input, trace_id, this.circumstances.forged?.[this.calls.length - 1] ?? null);
    const { after, some, fails }: Way = ways[behaviour];
    const first = some ? Math.ceil(items.length / 2) : items.length;
    if (after === 0) this.apply(input, trace_id, first, deletes);
    else if (after !== undefined) this.later(after, () => this.apply(input, trace_id, first, deletes));
    if (behaviour === 'somebody-else-after') {
      for (const item of items.slice(0, 1)) {
        for (const id of this.matches(item, input.update_by_fields)) this.write(id, { f: 'somebody' }, 'somebody');
      }
    }
    if (behaviour === 'applies-before-answer') await this.pause(3_000);
    if (fails) {
      const [kind, code, about] = fails;
      throw failure(kind, code, kind === 'no-answer' || code === undefined ? null : trace_id, about);
    }
    return { trace_id, request: this.traces };
  }

  /** A batch delete goes the ways of a batch update. */
  remove({ table_id, item_ids }: DeleteInput): Promise<{ trace_id: string; request: number }> {
    const items = item_ids.map((item_id) => ({ item_id, fields: {} }));
    return this.update({ table_id, update_type: 'update', items }, true);
  }

  async list({ filter, order, limit, offset = 0 }: RecordListInput): Promise<RecordPage> {
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
    const { ignoresFilters, lagMs = 0 } = this.circumstances;
    const records = [...this.replica].map(([id, { fields }]) => [id, fields] as const);
    const timesOf = (id: Id) => (lagMs > 0 ? this.replica.get(id)?.times : this.times.get(id));
    const found = (lagMs > 0 ? records : [...this.records]).filter(
      ([id, fields]) => ignoresFilters || matchesFilter(filter, id, fields),
    );
    if (order?.field_id === 'updated_on') {
      const changedOn = ([id]: (typeof found)[number]): string => timesOf(id)?.updated_on ?? '';
      const way = order.type === 'desc' ? -1 : 1;
      found.sort((a, b) => way * changedOn(a).localeCompare(changedOn(b)));
    }
    const items = found
      .slice(offset, offset + (limit ?? 20))
      .map(([id, fields]) => ({ ...recordOf(id, fields), ...timesOf(id) }));
    return { items, total: null, filtered: null, has_more: null };
  }

  /** Someone else creates a record. */
  createBySomebody(id: Id, fields: JsonObject): void {
    this.create(id, 'somebody');
    this.write(id, fields, 'somebody');
  }

  private create(id: Id, by: Written['by']): void {
    this.records.set(id, {});
    this.times.set(id, { created_on: this.time(), created_by: userOf(by), updated_on: null, updated_by: null });
  }

  /** A time as this platform writes it, by default now: whole seconds, in an unknown zone. @param at epoch milliseconds */
  time(at = this.clock.now()): string {
    const zone = 11 * 3_600_000;
    return new Date(at + zone).toISOString().slice(0, 19).replace('T', ' ');
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

  /** Applies the first items of a call (all by default), and reports all. */
  private apply(input: UpdateInput, trace_id: string, first: number, deletes: boolean): void {
    const { items, update_type, update_by_fields } = input;
    const rows = items.map((item, index): EventRow => {
      const found = this.matches(item, update_by_fields);
      const created = found.length === 0 && update_type === 'upsert';
      const written = index < first && (found.length === 1 || created);
      let id = found[0] ?? item.item_id;
      if (written && created) {
        this.created += 1;
        id = String(9000 + this.created);
        this.create(id, 'job');
      }
      if (written && deletes) this.drop(id ?? '');
      else if (written) this.write(id ?? '', item.fields, 'job');
      const message = written ? null : 'several records match';
      return { item_id: written ? id : item.item_id, index, written, created, code: written ? null : 3500103, message };
    });
    if (!this.withEvents) return;
    const proof = { trace_id, table_id: input.table_id, trusted: this.circumstances.trustEvents ?? false, rows };
    const times = this.circumstances.events?.[this.applied] ?? [0];
    this.applied += 1;
    for (const after of times) {
      if (after === 0) this.tell(proof);
      else this.later(after, () => this.tell(proof));
    }
  }

  private forge({ table_id, items }: UpdateInput, trace_id: string, forgery: Forgery | null): void {
    if (forgery === null) return;
    const says = (written: boolean, table: Id = table_id): void => {
      const about = { created: written, code: null, message: null };
      const rows = items.map(({ item_id }, index): EventRow => ({ item_id, index, written, ...about }));
      this.tell({ trace_id, table_id: table, trusted: false, rows });
    };
    if (forgery === 'foreign') {
      says(true, '99');
      says(false, '99');
    } else says(forgery !== 'says-refused');
    if (forgery === 'contradicts') says(false);
  }

  /** Delivers an event. */
  tell(proof: EventProof): void {
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
    const { created_on = null, created_by = null } = this.times.get(item_id) ?? {};
    this.times.set(item_id, { created_on, created_by, updated_on: this.time(), updated_by: userOf(by) });
    this.written.push({ item_id, fields, by, at: this.clock.now() });
    this.showLater(item_id);
  }

  /** Readings show a record as it is now, once they have come so far. */
  private showLater(item_id: Id): void {
    const { lagMs } = this.circumstances;
    const [fields, times] = [this.records.get(item_id), this.times.get(item_id)];
    if (!lagMs) return;
    this.later(lagMs, () => {
      if (fields) this.replica.set(item_id, { fields, times });
      else this.replica.delete(item_id);
    });
  }

  /** Another client of the API; it creates no record that nearly is there already. */
  private somebodyWrites(item_id: Id, fields: JsonObject | null): void {
    const { f: _value, ...key } = fields ?? {};
    const isNew = !this.records.has(item_id);
    if (isNew && this.matches({ item_id: null, fields: key }, Object.keys(key)).length > 0) return;
    if (isNew) this.create(item_id, 'somebody');
    this.write(item_id, fields ?? {}, 'somebody');
    if (fields === null) this.drop(item_id);
  }

  private drop(item_id: Id): void {
    this.records.delete(item_id);
    this.showLater(item_id);
  }

  private pause(milliseconds: number): Promise<void> {
    return this.clock.sleep(milliseconds, new AbortController().signal);
  }

  private later(milliseconds: number, run: () => void): void {
    void this.pause(milliseconds).then(run);
  }
}

function userOf(by: Written['by']): DwRecord['created_by'] {
  return { user_id: by, name: by, avatar: '' };
}

/** What a call of the simulated platform fails with. */
export function failure(
  kind: ApiError['kind'],
  code: number | undefined,
  traceId: string | null,
  about: Failing[2] = {},
): ApiError {
  return new ApiError({ kind, operation: 'updateRecords', message: 'as scheduled', code, traceId, ...about });
}

function matchesFilter(filter: Filter | null | undefined, id: Id, fields: JsonObject): boolean {
  if (!filter) return true;
  const holds = (entry: Json): boolean => {
    if (!isCondition(entry)) return matchesFilter(entry as Filter, id, fields);
    const wanted = [entry.query.in ?? entry.query.eq ?? []].flat();
    const value = entry.field === 'item_id' ? id : (fields[entry.field] ?? null);
    if ('em' in entry.query) return isEmptyValue(value) === entry.query.em;
    return wanted.some((one) => sameJson(one, value));
  };
  return joinOf(filter) === 'or' ? entriesOf(filter).some(holds) : entriesOf(filter).every(holds);
}

export function recordOf(item_id: Id, fields: JsonObject): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}
