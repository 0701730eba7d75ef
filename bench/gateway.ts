/**
 * `npm run bench:gateway`: what the proxy adds, and how the embedded service bears it. A platform, the program and the callers are processes of their own; the
 * same calls go to the platform and through the gateway, in turns, on as many kept connections. Then a second program, with its demo data, gets as many calls
 * of every kind that reads. Built and started by scripts/bench-server.mjs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Health } from '../src/contract/gateway';
import { type Asked, pageOfRecords, serviceReads } from './gateway-calls';
import { median } from './results';

const help = `npm run bench:gateway -- [--connections N] [--rate N] [--seconds N] [--rounds N] [--delay MS] [--records N] [--reads N]
  --connections N  callers, each with a connection that it keeps (1000)
  --rate N         calls a second of all together (200)
  --seconds N      length of a round (10)
  --rounds N       rounds of each way, in turns (3)
  --delay MS       time that the platform takes for an answer (50)
  --records N      records in an answer (100)
  --reads N        calls a second to the embedded service (50)`;

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: '' },
    role: { type: 'string', default: 'bench' },
    connections: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    delay: { type: 'string', default: '50' },
    records: { type: 'string', default: '100' },
    reads: { type: 'string', default: '50' },
    help: { type: 'boolean', default: false },
  },
});
const number = (name: 'connections' | 'rate' | 'seconds' | 'rounds' | 'delay' | 'records' | 'reads') =>
  Number(values[name]);
const aim = 1.3;
/** Memory after the last round beside that after the first one: as good as flat. */
const flat = 1.1;
const key = 'key-of-the-bench';
/** How an answer begins that is no refusal. */
const good = '{"code":0,';

if (values.help) console.log(help);
else if (values.role === 'platform') platform();
else {
  await benchProxy();
  await benchService();
}

/** Answers every call with the same page of records after the delay. */
function platform(): void {
  const fields = Object.fromEntries(
    Array.from({ length: 12 }, (_, field) => [`22000000000000${field}`, `value ${field}`]),
  );
  const items = Array.from({ length: number('records') }, (_, row) => ({
    item_id: String(23e14 + row),
    title: `Row ${row}`,
    fields,
  }));
  const answer = JSON.stringify({ code: 0, message: 'success', data: { items }, meta: { trace_id: 'bench' } });
  const server = createServer((call, response) => {
    call.resume();
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), number('delay'));
  });
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1', () => console.log(`  http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

/** One way to an answer, and what came of it so far. */
type Way = {
  name: string;
  address: string;
  agent: Agent;
  asked: readonly Asked[];
  /** Calls a second. */
  rate: number;
  times: number[][];
  errors: number;
};

function way(name: string, address: string, asked: readonly Asked[], rate: number): Way {
  const agent = new Agent({ keepAlive: true, maxSockets: number('connections'), scheduling: 'fifo' });
  return { name, address, agent, asked, rate, times: [], errors: 0 };
}

async function benchProxy(): Promise<void> {
  const upstream = start([
    process.argv[1] ?? '',
    '--role',
    'platform',
    '--delay',
    values.delay,
    '--records',
    values.records,
  ]);
  const direct = await upstream.address;
  const gateway = start([values.program], { UPSTREAMS: `bench=${direct}`, PORT: '0', DATA_DIR: 'memory://' });
  const proxied = await gateway.address;
  try {
    const ways = [
      way('platform alone', direct, pageOfRecords, number('rate')),
      way('through the gateway', proxied, pageOfRecords, number('rate')),
    ];
    for (const one of ways) await round(one, 3);
    const memory = [residentMB(gateway.child)];
    const began = processorMs(gateway.child);
    for (let turn = 0; turn < number('rounds'); turn += 1) {
      for (const one of ways) await measured(one);
      memory.push(residentMB(gateway.child));
    }
    console.log(
      `${values.connections} connections, ${values.rate} calls a second, ${values.records} records an answer after ${values.delay} ms`,
    );
    console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`);
    for (const one of ways) console.log(lineOf(one));
    const [alone, through] = ways.map(({ times }) => median(times.map(median)));
    const ratio = (through ?? 0) / (alone ?? 1);
    console.log(`\nproxied ÷ alone       ${ratio.toFixed(2)} × (aim ≤ ${aim} ×)${ratio <= aim ? '' : '  MISSED'}`);
    const calls = number('rounds') * (number('connections') + number('rate') * number('seconds'));
    console.log(
      `processor time        ${((processorMs(gateway.child) - began) / calls).toFixed(2)} ms of the gateway for a call`,
    );
    console.log(`memory of the gateway ${memory.map((size) => `${size.toFixed(0)} MB`).join(' → ')}`);
  } finally {
    gateway.child.kill('SIGTERM');
    upstream.child.kill('SIGTERM');
  }
}

/** The embedded service under the same load: every answer has to be a good one, and the memory has to stay. */
async function benchService(): Promise<void> {
  const gateway = start([values.program], { DEMO_API_KEY: key, PORT: '0', DATA_DIR: 'memory://' });
  try {
    const address = await gateway.address;
    while (!(await loaded(address))) await new Promise((resolve) => setTimeout(resolve, 200));
    const service = way('embedded service', address, serviceReads, number('reads'));
    await round(service, number('seconds'));
    const memory = [residentMB(gateway.child)];
    for (let turn = 0; turn < number('rounds'); turn += 1) {
      await measured(service);
      memory.push(residentMB(gateway.child));
    }
    const [first = 0, last = 0] = [memory[0], memory.at(-1)];
    console.log(`\n${lineOf(service)}${service.errors === 0 ? ' (aim 0)' : ' (aim 0)  MISSED'}`);
    console.log(
      `reads                 ${serviceReads.length} kinds in turns, ${values.reads} a second on ${values.connections} connections`,
    );
    console.log(
      `memory of the gateway ${memory.map((size) => `${size.toFixed(0)} MB`).join(' → ')} (aim ≤ ${flat} ×)${last <= flat * first ? '' : '  MISSED'}`,
    );
  } finally {
    gateway.child.kill('SIGTERM');
  }
}

async function loaded(address: string): Promise<boolean> {
  const health = (await (await fetch(`${address}/healthz`)).json()) as Health;
  return health.seeding?.done ?? true;
}

/** A round that counts. */
async function measured(one: Way): Promise<void> {
  const { times, errors } = await round(one, number('seconds'));
  one.times.push(times);
  one.errors += errors;
}

function lineOf({ name, times, errors }: Way): string {
  const all = times.flat();
  return `${name.padEnd(20)} median ${median(all).toFixed(1)} ms, 95 % ${slowest(all, 0.05).toFixed(1)} ms, ${all.length} answers, ${errors} errors`;
}

/** The fastest of so large a part of the slowest. */
function slowest(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => b - a)[Math.floor(part * times.length)] ?? Number.NaN;
}

/** Calls at an even pace for this many seconds, each on the connection that was idle longest. */
async function round(one: Way, seconds: number): Promise<{ times: number[]; errors: number }> {
  const times: number[] = [];
  let errors = 0;
  // At the beginning all at once, so that every connection is there.
  const open = Array.from({ length: number('connections') }, (_, index) =>
    call(one, index).catch(() => {
      errors += 1;
    }),
  );
  await Promise.all(open);
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < seconds * one.rate; sent += 1) {
    const due = began + (sent * 1000) / one.rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    pending.push(
      call(one, sent).then(
        (time) => void times.push(time),
        () => {
          errors += 1;
        },
      ),
    );
  }
  await Promise.all(pending);
  return { times, errors };
}

/** One of the calls, by its number, in turns. @returns milliseconds. @throws when the answer is not a good one and whole */
function call({ address, agent, asked }: Way, index: number): Promise<number> {
  const { method, path, body } = asked[index % asked.length] as Asked;
  const headers = {
    'open-authorization': `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request(`${address}${path}`, { method, agent, headers }, (answer) => {
      let head = '';
      let end = '';
      answer.setEncoding('latin1').on('data', (part: string) => {
        if (head.length < good.length) head += part.slice(0, good.length);
        end = part.slice(-1);
      });
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200 && head.startsWith(good) && end === '}') resolve(performance.now() - began);
        else reject(new Error(`status ${answer.statusCode}, ${head}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

function start(
  args: string[],
  variables: Record<string, string> = {},
): { child: ChildProcess; address: Promise<string> } {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = new Promise<string>((resolve, reject) => {
    let wrote = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      wrote += text;
      const found = /^ {2}(http:\S+)$/m.exec(wrote)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('a process of the bench ended too early')));
  });
  return { child, address };
}

/** Processor time of a process so far, where available (Linux, in hundredths of a second). */
function processorMs(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

/** Private memory of a process, where available (Linux). */
function residentMB(child: ChildProcess): number {
  const [, size = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(size) / 1024;
}
