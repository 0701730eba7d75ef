import type { Bench } from './bench';
import { type BenchPage, consolePage, tables } from './pages';
import type { Measurement } from './results';

interface Script {
  url: string;
  /** Of the body as it was sent, in bytes: brotli where the server has it. */
  body: number;
  /** With its headers. */
  wire: number;
}

const kilobyte = 1000;

/** Bytes of script that had come before the page with its first rows could be used, in a cold browser of its own: listening to the network costs time. */
export async function scriptOf(bench: Bench): Promise<Measurement> {
  const ofConsole = await scriptsBeforeRows(bench, consolePage);
  const sum = (scripts: readonly Script[], part: 'body' | 'wire'): number =>
    scripts.reduce((total, script) => total + script[part], 0) / kilobyte;
  return {
    name: 'script on the critical path, as sent (brotli)',
    unit: 'KB',
    floor: [],
    console: [sum(ofConsole, 'body')],
    aim: { of: 'figure', most: 200 },
    note: `${ofConsole.length} files, ${sum(ofConsole, 'wire').toFixed(0)} KB with their headers; largest ${largest(ofConsole)}`,
  };
}

function largest(scripts: readonly Script[]): string {
  return [...scripts]
    .sort((a, b) => b.body - a.body)
    .slice(0, 6)
    .map(({ url, body }) => `${url.slice(url.lastIndexOf('/') + 1)} ${(body / kilobyte).toFixed(1)}`)
    .join(', ');
}

async function scriptsBeforeRows({ browsers }: Bench, benchPage: BenchPage): Promise<Script[]> {
  const context = await browsers.open();
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await browsers.prepare(page, benchPage);
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
    // All of it, also what came after rows that no page listened for yet.
    const usableMs = await page.evaluate(() => probe.usable);
    await page.waitForTimeout(200);
    return [...found.values()]
      .filter(({ doneAt }) => doneAt <= begunAt + usableMs / 1000)
      .map(({ url, headers, wire }) => ({ url, body: wire - headers, wire }));
  } finally {
    await context.close();
  }
}
