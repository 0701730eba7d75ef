import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { IntlProvider } from 'use-intl';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Json } from '../../../contract/json';
import type { Drafts } from '../../../edits/drafts';
import type { SentCell } from '../../../edits/sent-cells';
import { columnsOf } from '../../../grid/columns/columns-of';
import { config, record } from '../../../grid/test-table';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { useJobWords } from '../../../jobs/results/job-words';
import { noCounts } from '../../../jobs/table/job-state';
import { testJobRow } from '../../../jobs/test-job';
import { readForSession, writeForSession } from '../../../storage/local-settings';
import type { Outcome } from '../../../storage/outcomes';
import { en } from '../../../texts/en';
import { RecordFields } from '../record/record-fields';
import type { CreatedRecords } from './created-record';
import { OldAndNew, State } from './review-line';
import { cellsOf, isAllReopened, SentJobsBar } from './sent-jobs-bar';
import { type SentValues, tellSent, useSentMarks, useSentValues } from './sent-values';
import { type SentJobs, useSentJobs } from './use-sent-jobs';

const scope = { environment: 'here', identity: 'a key', table_id: '21' };

// Drawn as on a server, where a store has no subscribers.
vi.mock('../../../state/store', async (original) => ({
  ...(await original<typeof import('../../../state/store')>()),
  useStore: <Value,>({ get }: { get(): Value }) => get(),
}));

const kept = vi.hoisted((): { view: JobView | null } => ({ view: null }));
vi.mock('../../../jobs/ledger/use-jobs', async (original) => ({
  ...(await original<typeof import('../../../jobs/ledger/use-jobs')>()),
  useJob: () => kept.view,
  useJobs: () => [],
}));
vi.mock('../../../ui/hooks/use-media', async (original) => ({
  ...(await original<typeof import('../../../ui/hooks/use-media')>()),
  useMedia: () => false,
}));
vi.mock('../../../ui/hooks/use-time', async (original) => ({
  ...(await original<typeof import('../../../ui/hooks/use-time')>()),
  useNow: () => 1,
}));

// Of the browser's tab: outlives the modules of a page.
const session = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => session.get(key) ?? null,
  setItem: (key: string, value: string) => session.set(key, value),
});
afterAll(() => vi.unstubAllGlobals());

interface Given {
  values: SentValues;
  jobs: SentJobs;
  markAt(row: number): string | null;
}

const oslo = record('1', { name: 'Oslo' });
const noMark = () => null;
const readOslo = () => oslo;

function Page({ onDrawn, useValues }: { onDrawn(given: Given): void; useValues(): SentValues }) {
  const values = useValues();
  onDrawn({ values, jobs: useSentJobs(scope), markAt: useSentMarks(noMark, readOslo, values) });
  return null;
}

/** What a component gets that draws now, and does something at its first drawing. */
function drawn(act?: (given: Given) => void, useValues = useSentValues): Given {
  const given: Given[] = [];
  const onDrawn = (each: Given) => {
    if (given.push(each) === 1) act?.(each);
  };
  renderToStaticMarkup(<Page onDrawn={onDrawn} useValues={useValues} />);
  return given.at(-1) as Given;
}

const cell = (after: string): SentCell => ({
  before: 'old',
  after,
  outcome: 'refused',
  said: 'refused',
  isPending: false,
  canRetry: true,
});

const sentBy = (job: string, at: number, isWhole = false) => ({
  at,
  isWhole,
  records: new Map([['1', new Map(['a', 'b'].map((field) => [field, cell(job + field)]))]]),
});
const tell = (job: string, at: number, isWhole = false) => tellSent(job, sentBy(job, at, isWhole));

const shown = () => [...(drawn().values.of('1') ?? [])].map(([field, { after }]) => `${field}: ${after}`);

const name = 'sent:here:a key:21';

afterEach(() => {
  for (const job of ['early', 'late', 'third', 'last']) tellSent(job, null);
});

test('Revert removes a cell’s sent value for good, also after a reload and before an earlier job’s', async () => {
  tell('early', 1);
  tell('late', 2);
  expect(shown()).toEqual(['a: latea', 'b: lateb']);
  drawn().values.take('1', 'a');
  expect(shown()).toEqual(['b: lateb']);
  // The bar of the later job disappears, and its job is reported again.
  tellSent('late', null);
  expect(shown()).toEqual(['b: earlyb']);
  tell('late', 2);
  expect(shown()).toEqual(['b: lateb']);

  vi.resetModules();
  const reloaded = await import('./sent-values');
  reloaded.tellSent('late', sentBy('late', 2));
  expect([...(drawn(undefined, reloaded.useSentValues).values.of('1')?.keys() ?? [])]).toEqual(['b']);
});

test('a dismissed bar stays dismissed after a reload, and its job’s values are still shown', () => {
  writeForSession(name, ['early']);
  drawn(({ jobs }) => jobs.add('late'));
  expect([...drawn(({ jobs }) => jobs.dismiss('early')).jobs.hidden]).toEqual(['early']);
  const { ids, hidden, fresh } = drawn().jobs;
  expect(ids).toEqual(['early', 'late']);
  expect([...hidden]).toEqual(['early']);
  expect([...fresh]).toEqual([]);
});

test('the sixth send drops the oldest one that is verified as a whole, and none of which something is left', () => {
  const add = (id: string) => {
    const { ids } = drawn(({ jobs }) => jobs.add(id)).jobs;
    expect(readForSession(name)).toEqual(ids);
    return ids;
  };
  const sent = ['early', 'late', 'third', 'fourth', 'fifth'];
  writeForSession(name, sent);
  tell('early', 1);
  tell('late', 2);
  expect(add('sixth')).toEqual([...sent, 'sixth']);
  writeForSession(name, sent);
  tell('late', 2, true);
  tell('third', 3, true);
  expect(add('sixth')).toEqual(['early', 'third', 'fourth', 'fifth', 'sixth']);
  // What was refused earlier in its cells does not return.
  tellSent('late', null);
  tellSent('third', null);
  expect(shown()).toEqual([]);
});

/** The notes on a row and its cell, of a job that changed Oslo to Bergen. @param now what was read back */
function notesOn(outcome: Outcome, isOpen: boolean, now?: { name: string }) {
  const line = {
    ...{ sent: { name: 'Bergen' }, before: { name: 'Oslo' }, result: { outcome, reason: null, now } },
    ...{ line: 1, call: 1, item_id: '1', creates: false, title: null, trace_id: null, read_at: null },
  };
  tellSent('early', {
    at: 1,
    isWhole: false,
    records: new Map([['1', cellsOf(line, `${outcome}: so it is`, isOpen, [])]]),
  });
  const { values, markAt } = drawn();
  return { mark: markAt(0), cell: values.of('1')?.get('name') };
}

test('of a row that was written in part, the values read back as sent are verified', () => {
  const line = {
    ...{ sent: { name: 'Bergen', size: 7 }, before: { name: 'Oslo', size: 5 }, line: 1, call: 1, item_id: '1' },
    ...{ creates: false, title: null, trace_id: null, read_at: null },
    result: { outcome: 'differs' as const, reason: null, now: { name: 'Bergen', size: 5 } },
  };
  const cells = cellsOf(line, 'partly written', true, []);
  expect(cells.get('name')).toBe(null);
  expect(cells.get('size')).toMatchObject({ before: 5, after: 7, said: 'partly written' });
});

test('a value that may still be verified stays in its cell, and is no warning of its row', () => {
  for (const outcome of ['sending', 'accepted', 'reported', 'unknown'] as const) {
    expect(notesOn(outcome, true)).toMatchObject({
      mark: null,
      cell: { before: 'Oslo', after: 'Bergen', isPending: true },
    });
  }
  for (const [outcome, isOpen] of [
    ['refused', true],
    ['differs', true],
    ['unknown', false],
  ] as const) {
    expect(notesOn(outcome, isOpen)).toMatchObject({
      mark: `${outcome}: so it is`,
      cell: { after: 'Bergen', isPending: false, canRetry: true },
    });
  }
  expect(notesOn('verified', false)).toEqual({ mark: null, cell: undefined });
});

function html(element: React.ReactNode): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <MemoryRouter>{element}</MemoryRouter>
      </IntlProvider>
    </QueryClientProvider>,
  );
}

const fields = (closed: string | null, drafts: Drafts = new Map()): string =>
  html(
    <RecordFields
      record={oslo}
      columns={columnsOf([oslo], config)}
      linked={null}
      drafts={{ drafts, stage: () => true, revert: () => {} }}
      sent={drawn().values}
      onRetry={() => {}}
      closed={closed}
      onOpenFile={() => {}}
    />,
  );

test('an open record says of a changed value whether it was empty, null or not set', () => {
  const was = (before: Json | undefined) =>
    fields(null, new Map([['1', { record: oslo, cells: new Map([['name', { before, after: 'Bergen' }]]) }]]));
  expect(was(undefined)).toContain('<del>not set</del>');
  expect(was(null)).toContain('<del>null</del>');
  expect(was('')).toContain('<del>empty</del>');
});

test('an open record shows what was sent from it, with a way on only once it is decided', () => {
  notesOn('accepted', true);
  expect(fields(null)).toContain('was Oslo · sent Bergen · accepted: so it is');
  expect(fields(null)).not.toMatch(/Retry|Revert/);
  notesOn('refused', true);
  expect(fields(null)).toContain('was Oslo · sent Bergen · refused: so it is');
  notesOn('differs', true, { name: 'Rome' });
  expect(fields(null)).toContain('was Oslo · sent Bergen · now Rome · differs: so it is');
  expect(fields(null)).toMatch(/Retry.*Revert/);
});

test('only fields that can be edited have a pencil', () => {
  const pencils = (closed: string | null) =>
    [...fields(closed).matchAll(/aria-label="Edit ([^"]*)"/g)].map(([, name]) => name);
  expect(pencils(null)).toEqual(['Name', 'Size', 'Segment']);
  expect(pencils('The API can change only ext tables.')).toEqual([]);
});

/** What is said of a difference that was read at a time. */
function Difference({ read_at }: { read_at: number }) {
  const words = useJobWords({ order: 'run', fields: [], update_type: 'update', update_by_fields: [] });
  const result = { outcome: 'differs' as const, reason: null };
  return words.reason({ line: 1, sent: {}, before: {}, read_at, result });
}

test('times of this browser are of one form; that of another change is named as the service’s', () => {
  expect(html(<Difference read_at={Date.UTC(2026, 10, 26, 16, 8, 4)} />)).toContain('As of 16:08:04;');
  const live = { ...oslo, updated_on: '2026-11-26 03:08:00', updated_by: { user_id: '1', name: 'Ana', avatar: null } };
  const cell = { field_id: 'name', before: 'Oslo', after: 'Bergen', now: 'Paris', state: 'conflict' as const };
  const finding = {
    ...{ record: { row: '1', item_id: '1', line: null, title: null, cells: [cell] }, state: 'conflict' as const },
    ...{ reason: null, match: 'id' as const, key: null, cells: [cell], live, read_at: 1 },
  };
  const field = { field_id: 'name', name: 'Name', kind: 'text' as const, options: [] };
  const shown = html(
    <State line={{ finding, cell, field, first: true }} left={false} keyFields={[]} fieldOf={() => field} />,
  );
  expect(shown).toContain('title="2026-11-26 03:08:00, service time"');
  expect(shown).toContain('changed by Ana<');
});

test('the review shows each value in the direction of its own script', () => {
  const cell = { field_id: 'name', before: 'old', after: 'سيارة', now: 'old', state: 'will-update' as const };
  const field = { field_id: 'name', name: 'Name', kind: 'text' as const, options: [] };
  const shown = html(<OldAndNew cell={cell} field={field} created={false} />);
  expect([...shown.matchAll(/<bdi dir="auto"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['old', 'سيارة']);
});

test('the review names the fields of the key that have no value', () => {
  const cell = { field_id: 'code', before: undefined, after: ' ', now: undefined, state: 'will-update' as const };
  const finding = {
    ...{ record: { row: '1', item_id: null, line: null, title: null, cells: [cell] }, state: 'invalid' as const },
    ...{ reason: 'key-empty' as const, match: null, key: null, cells: [cell], live: null, read_at: 1 },
  };
  const fieldOf = (id: string) => ({ field_id: id, name: id.toUpperCase(), kind: 'text' as const, options: [] });
  const line = { finding, cell, field: fieldOf('code'), first: true };
  const shown = html(<State line={line} left={false} keyFields={['code', 'day']} fieldOf={fieldOf} />);
  expect(shown).toContain('The key needs a value: CODE, DAY<');
});

const noneCreated: CreatedRecords = {
  queryKey: [],
  find: () => Promise.reject(new Error('No record was created.')),
  show: () => {},
  open: () => {},
};

test('the bar of a job that went well does not return with the table; another does, until it is dismissed', () => {
  const bar = (outcome: Outcome, fresh: boolean, hidden = false): string => {
    const job = testJobRow({ id: 'late', open: 0, total: 1, counts: { ...noCounts(), [outcome]: 1 } });
    kept.view = { job, calls: [] };
    const of = (some: boolean) => new Set(some ? ['late'] : []);
    const sent = { ids: ['late'], hidden: of(hidden), fresh: of(fresh), reopened: of(false) };
    return html(
      <SentJobsBar
        sent={{ ...sent, add: () => {}, dismiss: () => {}, reopen: () => {} }}
        created={noneCreated}
        onUndo={() => {}}
        onReopened={() => {}}
        onLeave={() => {}}
      />,
    );
  };
  expect(bar('verified', true)).toContain('data-outcome="verified"');
  expect(bar('verified', false)).not.toContain('data-outcome');
  expect(bar('refused', false)).toContain('data-outcome="refused"');
  expect(bar('refused', false, true)).not.toContain('data-outcome');
});

test('a bar goes with the press that opens its rows again only if it has nothing else to say or to undo', () => {
  const job = (counts: Partial<Record<Outcome, number>>) => ({ counts: { ...noCounts(), ...counts } });
  expect(isAllReopened(job({ refused: 2 }), 2)).toBe(true);
  expect(isAllReopened(job({ refused: 1, 'no-change': 3 }), 1)).toBe(true);
  expect(isAllReopened(job({ refused: 2, invalid: 1 }), 2)).toBe(false);
  expect(isAllReopened(job({ refused: 2, verified: 1 }), 2)).toBe(false);
  expect(isAllReopened(job({ unknown: 2 }), 2)).toBe(false);
  // A job of an earlier console, which counted no row as skipped.
  expect(isAllReopened({ counts: { ...noCounts(), refused: 2, skipped: undefined } as never }, 2)).toBe(true);
});

test('whose rows were opened again is kept over a reload', () => {
  writeForSession(name, ['early', 'late']);
  expect([...drawn(({ jobs }) => jobs.reopen('late')).jobs.reopened]).toEqual(['late']);
  expect([...drawn().jobs.reopened]).toEqual(['late']);
});
