import type { Bench } from './bench';
import { patiently } from './browser';
import { type BenchPage, consolePage, plainPage, tables } from './pages';
import type { Measurement } from './results';

interface Script {
  url: string;
  /** Of the body as it was sent, in bytes: brotli where the server has it. */
  body: number;
  /** With its headers. */
  wire: number;
}

const kilobyte = 1000;
const afterUsableMs = 200;

/** Bytes of script that had come before the page could be used, in a cold browser of its own: listening to the network costs time. */
export async function scriptOf(bench: Bench): Promise<Measurement> {
  const ofPlain = await scriptsOf(bench, plainPage);
  const ofConsole = await scriptsOf(bench, consolePage);
  const sum = (scripts: readonly Script[], part: 'body' | 'wire'): number =>
    scripts.reduce((total, script) => total + script[part], 0) / kilobyte;
  return {
    name: 'script until usable, as sent (brotli)',
    unit: 'KB',
    floor: [],
    plain: [sum(ofPlain.before, 'body')],
    console: [sum(ofConsole.before, 'body')],
    aims: [{ of: 'figure', most: 200 }],
    note: `${ofConsole.before.length} files, ${sum(ofConsole.before, 'wire').toFixed(0)} KB with their headers; largest ${largest(ofConsole.before)}; in the ${afterUsableMs} ms after it ${sum(ofConsole.after, 'body').toFixed(0)} KB more`,
  };
}

function largest(scripts: readonly Script[]): string {
  return [...scripts]
    .sort((a, b) => b.body - a.body)
    .slice(0, 6)
    .map(({ url, body }) => `${url.slice(url.lastIndexOf('/') + 1)} ${(body / kilobyte).toFixed(1)}`)
    .join(', ');
}

/** Those that had come when the page could be used, and those that came right behind them. */
async function scriptsOf({ browsers }: Bench, benchPage: BenchPage): Promise<{ before: Script[]; after: Script[] }> {
  const context = await browsers.open();
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await browsers.prepare(page, benchPage, { pressesKey: true });
    const session = await context.newCDPSession(page);
    const found = new Map<string, { url: string; headers: number; doneAt: number; wire: number }>();
    let begunAt = 0;
    session.on('Network.requestWillBeSent', ({ type, timestamp }) => {
      if (type === 'Document') begunAt = timestamp;
    });
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script') return;
      // What has been received when the headers are complete is their size.
      found.set(requestId, {
        url: response.url,
        headers: response.encodedDataLength,
        doneAt: Number.POSITIVE_INFINITY,
        wire: 0,
      });
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const script = found.get(requestId);
      if (script) Object.assign(script, { doneAt: timestamp, wire: encodedDataLength });
    });
    await session.send('Network.enable');
    await browsers.load(page, benchPage, tables.million);
    const usableMs = (await patiently(() => page.evaluate(() => probe.usable))) ?? 0;
    const usableAt = begunAt + usableMs / 1000;
    await page.waitForTimeout(afterUsableMs);
    const come = (within: (doneAt: number) => boolean): Script[] =>
      [...found.values()]
        .filter(({ doneAt }) => within(doneAt))
        .map(({ url, headers, wire }) => ({ url, body: wire - headers, wire }));
    return {
      before: come((doneAt) => doneAt <= usableAt),
      after: come((doneAt) => doneAt > usableAt && doneAt < Number.POSITIVE_INFINITY),
    };
  } finally {
    await context.close();
  }
}
