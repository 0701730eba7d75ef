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

/** What a component gets that draws now. */
function drawn(): Given {
  const given: Given[] = [];
  renderToStaticMarkup(<Page onDrawn={(each) => given.push(each)} />);
  return given[0] as Given;
}

const cell = (after: string): SentCell => ({
  before: 'old',
  after,
  outcome: 'refused',
  said: 'refused',
  isPending: false,
  canRetry: true,
});

const tell = (job: string, at: number) =>
  tellSent(job, { at, records: new Map([['1', new Map(['a', 'b'].map((field) => [field, cell(job + field)]))]]) });

const shown = () => [...(drawn().values.of('1') ?? [])].map(([field, { after }]) => `${field}: ${after}`);

afterEach(() => {
  for (const job of ['early', 'late']) tellSent(job, null);
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
  writeForSession('sent:here:a key:21', ['early', 'late']);
  writeForSession('sent:here:a key:21:hidden', ['early']);
  const { ids, hidden, fresh } = drawn().jobs;
  expect(ids).toEqual(['early', 'late']);
  expect([...hidden]).toEqual(['early']);
  expect([...fresh]).toEqual([]);
});
