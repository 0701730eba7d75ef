/**
 * `npm run bench:gateway`: what the proxy adds. A platform, the program and the callers are processes of their own; the same calls go to the platform and
 * through the gateway, in turns, on as many kept connections. Built and started by scripts/bench-server.mjs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { median } from './results';

const help = `npm run bench:gateway -- [--connections N] [--rate N] [--seconds N] [--rounds N] [--delay MS] [--records N]
  --connections N  callers, each with a connection that it keeps (1000)
  --rate N         calls a second of all together (200)
  --seconds N      length of a round (10)
  --rounds N       rounds of each way, in turns (3)
  --delay MS       time that the platform takes for an answer (50)
  --records N      records in an answer (100)`;

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
    help: { type: 'boolean', default: false },
  },
});
const number = (name: 'connections' | 'rate' | 'seconds' | 'rounds' | 'delay' | 'records') => Number(values[name]);
const aim = 1.3;

if (values.help) console.log(help);
else if (values.role === 'platform') platform();
else await bench();

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

async function bench(): Promise<void> {
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
      { name: 'platform alone', address: direct, agent: connections(), times: [] as number[][], errors: 0 },
      { name: 'through the gateway', address: proxied, agent: connections(), times: [] as number[][], errors: 0 },
    ];
    for (const way of ways) await round(way.address, way.agent, 3);
    const memory = [residentMB(gateway.child)];
    const began = processorMs(gateway.child);
    for (let turn = 0; turn < number('rounds'); turn += 1) {
      for (const way of ways) {
        const { times, errors } = await round(way.address, way.agent, number('seconds'));
        way.times.push(times);
        way.errors += errors;
      }
      memory.push(residentMB(gateway.child));
    }
    console.log(
      `${values.connections} connections, ${values.rate} calls a second, ${values.records} records an answer after ${values.delay} ms`,
    );
    console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`);
    for (const { name, times, errors } of ways) {
      const all = times.flat();
      console.log(
        `${name.padEnd(20)} median ${median(all).toFixed(1)} ms, 95 % ${slowest(all, 0.05).toFixed(1)} ms, ${all.length} answers, ${errors} errors`,
      );
    }
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

/** The fastest of so large a part of the slowest. */
function slowest(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => b - a)[Math.floor(part * times.length)] ?? Number.NaN;
}

function connections(): Agent {
  return new Agent({ keepAlive: true, maxSockets: number('connections'), scheduling: 'fifo' });
}

/** Calls at an even pace for so many seconds, each on the connection that has rested longest. */
async function round(address: string, agent: Agent, seconds: number): Promise<{ times: number[]; errors: number }> {
  const times: number[] = [];
  let errors = 0;
  // At the beginning all at once, so that every connection is there.
  const open = Array.from({ length: number('connections') }, () => call(address, agent).catch(() => null));
  await Promise.all(open);
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < seconds * number('rate'); sent += 1) {
    const due = began + (sent * 1000) / number('rate');
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    pending.push(
      call(address, agent).then(
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

function call(address: string, agent: Agent): Promise<number> {
  const body = '{"table_id":2100000000000001,"limit":100}';
  const headers = {
    'open-authorization': 'Bearer bench',
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request(`${address}/openapi/v1/dw_item/list`, { method: 'POST', agent, headers }, (answer) => {
      let end = '';
      answer.setEncoding('latin1').on('data', (part: string) => {
        end = part.slice(-40);
      });
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200 && end.endsWith('}}')) resolve(performance.now() - began);
        else reject(new Error(`status ${answer.statusCode}`));
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

/** Processor time of a process so far, where the system tells (Linux, in hundredths of a second). */
function processorMs(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

/** Memory of a process that is its own, where the system tells (Linux). */
function residentMB(child: ChildProcess): number {
  const [, size = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(size) / 1024;
}
