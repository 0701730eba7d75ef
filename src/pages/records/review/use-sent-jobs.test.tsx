import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { SentCell } from '../../../edits/sent-cells';
import { readForSession, writeForSession } from '../../../storage/local-settings';
import { type SentJobs, type SentValues, tellSent, useSentJobs, useSentValues } from './use-sent-jobs';

const scope = { environment: 'here', identity: 'a key', table_id: '21' };

// Drawn as on a server, where a store has no subscribers.
vi.mock('../../../state/store', async (original) => ({
  ...(await original<typeof import('../../../state/store')>()),
  useStore: <Value,>({ get }: { get(): Value }) => get(),
}));

interface Given {
  values: SentValues;
  jobs: SentJobs;
}

function Page({ onDrawn }: { onDrawn(given: Given): void }) {
  onDrawn({ values: useSentValues(), jobs: useSentJobs(scope) });
  return null;
}

/** What a component gets that draws now, and does something at its first drawing. */
function drawn(act?: (given: Given) => void): Given {
  const given: Given[] = [];
  const onDrawn = (each: Given) => {
    if (given.push(each) === 1) act?.(each);
  };
  renderToStaticMarkup(<Page onDrawn={onDrawn} />);
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

const tell = (job: string, at: number, isWhole = false) =>
  tellSent(job, {
    at,
    isWhole,
    records: new Map([['1', new Map(['a', 'b'].map((field) => [field, cell(job + field)]))]]),
  });

const shown = () => [...(drawn().values.of('1') ?? [])].map(([field, { after }]) => `${field}: ${after}`);

const name = 'sent:here:a key:21';

afterEach(() => {
  for (const job of ['early', 'late', 'third', 'last']) tellSent(job, null);
});

test('Revert removes a cell’s sent value for good, also after a reload and before an earlier job’s', () => {
  tell('early', 1);
  tell('late', 2);
  expect(shown()).toEqual(['a: latea', 'b: lateb']);
  drawn().values.take('1', 'a');
  expect(shown()).toEqual(['b: lateb']);
  expect(readForSession('sent-taken')).toEqual(expect.arrayContaining(['early/1/a', 'late/1/a']));
  // The bar of the later job disappears, and its job is reported again.
  tellSent('late', null);
  expect(shown()).toEqual(['b: earlyb']);
  tell('late', 2);
  expect(shown()).toEqual(['b: lateb']);
});

test('a dismissed bar stays dismissed after a reload, and its job’s values are still shown', () => {
  writeForSession(name, ['early', 'late']);
  writeForSession(`${name}:hidden`, ['early']);
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
