import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { IntlProvider } from 'use-intl';
import { describe, expect, test, vi } from 'vitest';
import type { Environment } from '../../contract/gateway';
import type { JsonObject } from '../../contract/json';
import { jobActivity } from '../../jobs/ledger/job-activity';
import { type CallSummary, summaryOf } from '../../jobs/ledger/use-jobs';
import type { JobLine } from '../../jobs/results/job-lines';
import { useJobWords } from '../../jobs/results/job-words';
import { lineName } from '../../jobs/table/job-field';
import { jobNameKey } from '../../jobs/table/job-state';
import { createsRecord } from '../../jobs/table/record-names';
import { testBatch, testJobRow } from '../../jobs/test-job';
import { undoneBy } from '../../jobs/undo/undo';
import type { BatchRow, JobRow, PayloadRow, RowResult } from '../../storage/job-rows';
import { type OutcomeCounts, outcomes } from '../../storage/outcomes';
import { readBatch, readJob, readPayload } from '../../storage/stored-jobs';
import { brokenText, damaged } from '../../storage/test-damage';
import { en } from '../../texts/en';
import { exportText } from '../../transfer/out/export-columns';
import { type ResultFormat, resultColumns, resultFormats } from '../../transfer/out/result-file';
import { TimeText } from '../../ui/display/time-text';
import { CallMap } from './batches/call-map';
import { JobActions } from './outcome/job-actions';
import { JobNotices } from './outcome/job-notices';
import { JobStory, OutcomeCountsRow } from './outcome/job-outcome';

// What is outside of React is the same when it is rendered to text.
vi.mock('react', async (original) => {
  const react = await original<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, get) =>
    react.useSyncExternalStore(subscribe, get, get);
  return { ...react, useSyncExternalStore };
});

vi.stubGlobal('matchMedia', () => ({ matches: false }));
vi.stubGlobal('isSecureContext', true);

const rows: RowResult[] = [
  { outcome: 'verified', reason: null, proof: 'read-back', at: 5, item_id: '1', created: true },
  { outcome: 'unknown', reason: 'no-answer', said: { written: true, code: 3, message: 'late' } },
  { outcome: 'differs', reason: 'in-part', at: 6, message: 'rounded', code: 12, now: { f: 'other' } },
  { outcome: 'invalid', reason: 'near-undecided', twin: '3', matches: ['8', '9'], raw: '1;2' },
];
const batch: BatchRow = {
  ...testBatch(1, 1, rows),
  ...{ state: 'unanswered', hash: 'ab', attempts: 1, sent_at: 4, answered_at: 5, trace_id: 'trace', request: 7 },
  failure: { kind: 'system', message: 'too many', code: 429, status: 429 },
  proof_until: 60_000,
  look_only: true,
  read_at: 6,
  reads: 2,
};
const payload: PayloadRow = {
  job_id: 'j',
  number: 1,
  update_type: 'upsert',
  items: rows.map((_, index) => ({
    item_id: index === 0 ? null : String(index),
    fields: { f: 'new', k: [1, { a: null }] },
  })),
  found: ['1', null, null, null],
  lines: [1, 2, 3, 4],
  before: [null, { f: 'old' }, { f: 'old' }, null],
  titles: ['One', null, 'Three', null],
};
const job: JobRow = testJobRow({
  update_type: 'upsert',
  update_by_fields: ['f'],
  fields: [
    { field_id: 'f', name: 'F', kind: 'option', options: [{ id: 'new', name: 'New', color: null }] },
    { field_id: 'k', name: 'K', kind: 'json', options: [] },
  ],
  file: 'rows.csv',
  query: { filter: { and: [{ field: 'f', query: { eq: 1 } }] }, order: { field_id: 'f', type: 'asc' } },
  undoes: 'i',
  leaves: { created: 1, others: 0 },
  created_at: 1,
  started_at: 2,
  ended_at: 9,
  hold: { reason: 'too-many', message: 'slow', code: 429, trace_id: 't', until: Date.now() + 60_000, since: 1 },
  failed_read: {
    kind: 'no-answer',
    operation: 'listRecords',
    message: 'no response',
    fault: 'broke',
    ...{ code: null, status: 502, trace_id: null, retry_after_ms: 1000, until: 0 },
  },
  read_asked: 3,
  asked_until: 3,
  total: 4,
  calls: 1,
  counts: { ...testJobRow({}).counts, verified: 1, unknown: 1, differs: 1, invalid: 1 },
  changed_on: '2026-01-01 00:00:00',
  changes: 3,
  turn: 2,
  turned_away: [{ number: 1, rows: 4 }],
});

function linesOf(call: BatchRow, { items, lines, found, titles, before, update_type }: PayloadRow): JobLine[] {
  return call.rows.map((result, index) => ({
    line: lines[index] ?? call.first_line + index,
    call: call.number,
    item_id: items[index]?.item_id ?? result.item_id ?? found[index] ?? null,
    creates: createsRecord({ update_type, items, found }, index),
    title: titles[index] ?? null,
    sent: items[index]?.fields ?? ({} as JsonObject),
    before: before[index] ?? null,
    result,
    trace_id: call.trace_id,
    read_at: call.read_at,
  }));
}

function Words({ job, calls, lines }: { job: JobRow; calls: readonly CallSummary[]; lines: readonly JobLine[] }) {
  const words = useJobWords(job);
  const fileWords = {
    outcome: ({ result }: JobLine) => words.outcome(result),
    reason: (each: JobLine) => words.reason(each),
    change: words.change,
  };
  const inFile = (format: ResultFormat, line: JobLine) =>
    resultColumns({ format, fields: job.fields, words: fileWords })
      .map((column) => exportText(column.valueOf(line), column.kind, column.config, 'names'))
      .join();
  return lines.map((line) => (
    <p key={line.line}>
      {lineName(line, job)} {line.item_id} {words.outcome(line.result)}{' '}
      {words.reason(line, calls[line.call - 1]?.failure)} {words.change(line)}
      {resultFormats.map((format) => inFile(format, line)).join('\n')}
      {line.read_at === null ? null : <TimeText at={line.read_at} look="moment" />}
    </p>
  ));
}

const environment = { name: 'lab', embedded: true, writable: true, requestsPerSecond: 10 } as Environment;
const budget = { snapshot: () => ({ limit: 10, rate: 10, free: 10, pausedMs: 0, waiting: 0 }) } as never;

function rendered(content: ReactNode): string {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en} onError={(error) => expect.fail(error.message)}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>{content}</MemoryRouter>
      </QueryClientProvider>
    </IntlProvider>,
  );
  return html.replace(/<path [^>]*>/g, '');
}

/** What the pages show of a job and its calls. */
function shown(own: JobRow, call: BatchRow, sent: PayloadRow): string {
  const calls = [summaryOf(call)];
  const view = { job: own, calls };
  const { kind, update_type } = own;
  const texts = [jobNameKey({ kind, update_type }), jobActivity(own, 7), JSON.stringify(undoneBy('i', [own]) ?? null)];
  return rendered(
    <>
      {texts.join(' ')}
      <TimeText at={own.created_at} look="moment" />
      <JobStory view={view} />
      <OutcomeCountsRow view={view} limit={10} />
      <JobNotices view={view} budget={budget} />
      <JobActions job={own} environment={environment} cannotUndo={null} />
      <CallMap calls={calls} count={own.calls} />
      <Words job={own} calls={calls} lines={linesOf(call, sent)} />
    </>,
  );
}

/** Drawing takes its time: of what is read one in so many is drawn, which is of every kind somewhere, as no kind comes in such steps. */
const drawnOf = 17;

describe('a stored job of which a part is missing or odd is not read, or shown without a broken word', () => {
  test('whole, it is read as it was written', () => {
    expect([readJob(job), readBatch(batch), readPayload(payload)]).toEqual([job, batch, payload]);
    expect(shown(job, batch, payload)).not.toMatch(brokenText);
  });

  test.each([
    ['the job', job, (value: unknown) => [readJob(value as JobRow), batch, payload] as const],
    ['a call', batch, (value: unknown) => [job, readBatch(value as BatchRow), payload] as const],
    ['its body', payload, (value: unknown) => [job, batch, readPayload(value as PayloadRow)] as const],
  ])('%s', (_name, whole, read) => {
    let unread = 0;
    let readable = 0;
    for (const { how, value } of damaged(whole)) {
      const [own, call, sent] = read(value);
      if (own === null || call === null || sent === null) {
        unread += 1;
        continue;
      }
      readable += 1;
      if (readable % drawnOf === 0) expect(shown(own, call, sent), how).not.toMatch(brokenText);
    }
    expect(unread).toBeGreaterThan(100);
  });

  test('what a newer version adds stays with it', () => {
    const newer = { ...job, kept_by: { version: 9 }, hold: job.hold && { ...job.hold, tries: 3 } };
    expect(readJob(newer)).toEqual(newer);
  });
});

test.each(outcomes)('an ended job of an earlier version that did not count %s can be undone', (gone) => {
  const { [gone]: _gone, ...counted } = { ...job.counts, verified: 4 } as OutcomeCounts;
  const counts = { ...counted, ...(gone === 'verified' ? { differs: 4 } : {}) } as OutcomeCounts;
  const ended = readJob({ ...job, open: 0, hold: null, undoes: null, counts });
  if (!ended) throw new Error('not read');
  const actions = rendered(<JobActions job={ended} environment={environment} cannotUndo={null} />);
  expect(actions).toContain(en.jobs.undo);
  expect(actions).not.toMatch(/aria-disabled="true"/);
});
