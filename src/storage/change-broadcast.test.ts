import { expect, test, vi } from 'vitest';
import { draftNews, jobNews } from './change-broadcast';
import { brokenText, damaged } from './test-damage';

test.each([
  ['drafts', draftNews, { environment: 'lab', identity: 'i1', table_id: '21' }],
  ['jobs', jobNews, { job_id: 'j', about: 'order' }],
] as const)('what another tab announces of %s is heard as it is meant, or not at all', async (name, news, word) => {
  const heard: object[] = [];
  const stop = news.hear((each: object) => heard.push(each));
  const tab = new BroadcastChannel(`warehouse-console:${name}`);
  const odd = [undefined, null, 7, 'text', [], ...damaged(word)].map(
    (each) => (each as { value?: unknown })?.value ?? each,
  );
  for (const each of odd) tab.postMessage(each);
  tab.postMessage({ ...word, of_a_newer_version: 1 });
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(word));
  for (const each of heard) {
    expect(Object.keys(each).sort()).toEqual(Object.keys(word).sort());
    for (const part of Object.values(each)) expect(typeof part === 'string' || part === null).toBe(true);
    expect(JSON.stringify(each)).not.toMatch(brokenText);
  }
  stop();
  tab.close();
});
