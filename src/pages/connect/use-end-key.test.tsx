import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testClient } from '../../api/wire/test-client';
import { connectionFor, forgetConnection, openConnection } from '../../credentials/connection';
import { noCounts } from '../../jobs/table/job-state';
import { prepareJob, testJob } from '../../jobs/test-job';
import { database } from '../../storage/database';
import type { JobRow } from '../../storage/job-rows';
import type { OutcomeCounts } from '../../storage/outcomes';
import { en } from '../../texts/en';
import { type Language, languages } from '../../texts/languages';
import { zh } from '../../texts/zh';
import type { Question } from '../../ui/overlay/popups';
import { type EndKey, useEndKey } from './use-end-key';

const asked = vi.hoisted(() => vi.fn<(question: Question) => Promise<boolean>>());
vi.mock('../../ui/overlay/confirm', () => ({ useConfirm: () => asked }));

const { environment } = testClient();

function drawn(element: React.ReactNode, language: Language = 'en'): string {
  const html = renderToStaticMarkup(
    <IntlProvider locale={languages[language].tag} timeZone="UTC" messages={(language === 'en' ? en : zh) as typeof en}>
      {element}
    </IntlProvider>,
  );
  return html.replace(/<[^>]*>/g, '');
}

function Page({ onDrawn }: { onDrawn(given: EndKey): void }) {
  onDrawn(useEndKey());
  return null;
}

/** What a component gets. */
function endKey(language: Language = 'en'): EndKey {
  const given: EndKey[] = [];
  drawn(<Page onDrawn={(each) => given.push(each)} />, language);
  return given[0] as EndKey;
}

async function job(id: string, counts: Partial<OutcomeCounts>, change: Partial<JobRow> = {}): Promise<void> {
  const identity = connectionFor(environment.name)?.client.identity ?? '';
  const about = { ...testJob, identity, table_name: 'Fleet' };
  const { job: row } = await prepareJob({ calls: [], leftOut: [], staysOut: [] }, about, id, 1);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await database.jobs.put({ ...row, open: 1, total, counts: { ...noCounts(), ...counts }, ...change });
}

beforeEach(async () => {
  asked.mockReset();
  // Tests of other files keep jobs in the same database.
  await database.jobs.clear();
  await openConnection(environment, 'key-of-the-customer', 'customer');
});
afterEach(async () => {
  await forgetConnection(environment.name);
  await database.jobs.clear();
});

const client = () => {
  const connection = connectionFor(environment.name);
  if (!connection) throw new Error('There is no key.');
  return connection.client;
};

describe('a key with a running job', () => {
  test.each([
    [
      'lock',
      'en',
      '1 running job stops and continues when you enter the same key again.',
      'Update 1,700 rows of Fleet: 1,000 rows not sent, 500 not verified',
    ],
    [
      'forget',
      'en',
      '1 running job stops for good: unsent rows are never sent, the others never verified.',
      'Update 1,700 rows of Fleet: 1,000 rows not sent, 500 not verified',
    ],
    [
      'lock',
      'zh',
      '1 个正在进行的任务将停止；再次输入同一密钥后继续。',
      '更新 Fleet 的 1,700 行：1,000 行未发送，500 行未核实',
    ],
    [
      'forget',
      'zh',
      '1 个正在进行的任务将永久停止：未发送的行不再发送，其余的行不再核实。',
      '更新 Fleet 的 1,700 行：1,000 行未发送，500 行未核实',
    ],
  ] as const)('%s says in %s what is not done, before anything ends', async (way, language, sentence, line) => {
    await job('a', { 'not-sent': 1000, sending: 100, accepted: 300, unknown: 100, verified: 200 });
    await job('ended', { verified: 9 }, { open: 0 });
    asked.mockResolvedValue(false);
    expect(await endKey(language)[way](client())).toBe(false);
    const text = drawn(asked.mock.calls[0]?.[0].text, language);
    expect(text).toContain(sentence);
    expect(text).toContain(line);
    // It was not confirmed.
    expect(connectionFor(environment.name)).not.toBeNull();
    expect(await database.jobs.count()).toBe(2);
  });

  test('is removed after confirmation; Lock keeps the job, Forget does not', async () => {
    await job('a', { 'not-sent': 1 });
    asked.mockResolvedValue(true);
    expect(await endKey().lock(client())).toBe(true);
    expect(connectionFor(environment.name)).toBeNull();
    expect(await database.jobs.count()).toBe(1);
    await openConnection(environment, 'key-of-the-customer', 'customer');
    expect(await endKey().forget(client())).toBe(true);
    expect(await database.jobs.count()).toBe(0);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('counts only unverified rows of a stopped job, and names at most five jobs', async () => {
    for (let at = 0; at < 7; at += 1)
      await job(`job-${at}`, { 'not-sent': 5, accepted: 3 }, { created_at: at, order: 'stop' });
    await job('paused', { 'not-sent': 1 }, { created_at: 9, order: 'pause' });
    await job('nothing-left', { 'not-sent': 4 }, { order: 'stop' });
    asked.mockResolvedValue(false);
    await endKey().lock(client());
    const text = drawn(asked.mock.calls[0]?.[0].text);
    expect(text).toContain('8 running jobs stop and continue when');
    expect(text).toContain('Update 1 row of Fleet: 1 row not sent');
    expect(text.match(/Update 8 rows of Fleet: 3 rows not verified/g)).toHaveLength(4);
    expect(text).toContain('and 3 more jobs');
  });
});

describe('a key without a running job', () => {
  test('is locked at once', async () => {
    await job('ended', { verified: 9 }, { open: 0 });
    await job('of-another-key', { 'not-sent': 9 }, { identity: 'another' });
    expect(await endKey().lock(client())).toBe(true);
    expect(asked).not.toHaveBeenCalled();
    expect(connectionFor(environment.name)).toBeNull();
  });

  test('is forgotten after a question that names no running job', async () => {
    await job('ended', { verified: 9 }, { open: 0 });
    asked.mockResolvedValue(true);
    expect(await endKey().forget(client())).toBe(true);
    const text = drawn(asked.mock.calls[0]?.[0].text);
    expect(text).not.toContain('running job');
    expect(text).toContain('1 job with its previous values');
  });
});
