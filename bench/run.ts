/**
 * `npm run bench`: what the console costs against two pages over the same endpoint: the floor, without any
 * framework, and the plain page, the console's own libraries with nothing around them. It ends with 1 when an aim is missed. Built and started by scripts/bench.mjs.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAsk } from './asking';
import type { Bench } from './bench';
import { startBenchServer } from './bench-server';
import { Browsers } from './browser';
import { measureEdit } from './editing';
import { exceptions } from './exceptions';
import { measureExport } from './exporting';
import { measureHeap } from './heap';
import { measureImport } from './importing';
import { measureCold, measureWarm } from './loading';
import { measureMount } from './mounting';
import { floorPage, plainPage, tables } from './pages';
import { judge, type Line, type Measurement, summaryOf, tableOf } from './results';
import { measureDelayed, measureJump, measureScroll } from './scrolling';
import { measureWrite } from './writing';

const families: Record<string, (bench: Bench) => Promise<Measurement[]>> = {
  cold: measureCold,
  warm: measureWarm,
  scroll: measureScroll,
  delayed: measureDelayed,
  jump: measureJump,
  ask: measureAsk,
  edit: measureEdit,
  mount: measureMount,
  heap: measureHeap,
  export: measureExport,
  write: measureWrite,
  import: measureImport,
};

/** Families that a fault kept from being measured. */
const failed: string[] = [];

const help = `npm run bench -- [--runs N] [--only NAME]… [--json FILE] [--serve [--port PORT]]
  --runs N      measured runs of each page, interleaved (5)
  --only NAME   one family, may be given again: ${Object.keys(families).join(', ')}
  --json FILE   writes the results there as well
  --serve       only serves the pages, to be looked at by hand, until Ctrl+C`;

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: process.cwd() },
    chromium: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
  },
});
const runs = Number(values.runs);
const chosen = values.only.length > 0 ? values.only : Object.keys(families);
const unknown = chosen.filter((name) => !(name in families));
if (!Number.isInteger(runs) || runs < 1 || unknown.length > 0) {
  console.error(help);
  process.exit(2);
}

const server = await startBenchServer(
  values.root,
  join(values.root, 'dist/bench/client'),
  Object.values(tables),
  Number(values.port),
);
if (values.serve) {
  console.log(`The console with its key "key-of-the-bench": ${server.url}`);
  for (const table of Object.values(tables)) {
    console.log(`The floor: ${server.url}${floorPage.path(table)}`);
    console.log(`The plain page: ${server.url}${plainPage.path(table)}`);
  }
} else {
  await measureAll();
  await server.close();
}

async function measureAll(): Promise<void> {
  const browsers = new Browsers(values.chromium, server.url);
  const lines: Line[] = [];
  const loads: Record<string, number> = {};
  try {
    await browsers.connect();
    for (const name of chosen) {
      const begun = Date.now();
      const own = await measured(name, { browsers, server, runs });
      lines.push(...own);
      loads[name] = loadavg()[0] ?? 0;
      console.log(`\n── ${name} (${((Date.now() - begun) / 1000).toFixed(0)} s, load ${loads[name].toFixed(1)})`);
      console.log(tableOf(own));
    }
  } finally {
    await browsers.close();
  }
  console.log(
    `\n── All: medians of ${runs} interleaved runs, ${cpus().length} processors\n${tableOf(lines.map((line) => ({ ...line, note: undefined })))}`,
  );
  const { text, missed } = summaryOf(lines);
  console.log(`\n${text}`);
  if (missed) process.exitCode = 1;
  if (failed.length > 0) console.log(`Not measured: ${failed.join(', ')}.`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ runs, loads, lines }, null, 2)}\n`);
}

/** One family. A failure in it is reported, and does not stop the others. */
async function measured(name: string, bench: Bench): Promise<Line[]> {
  try {
    return ((await families[name]?.(bench)) ?? []).map((measurement) => judge(measurement, exceptions));
  } catch (fault) {
    console.error(`\n── ${name} could not be measured:`, fault instanceof Error ? fault.message : fault);
    process.exitCode = 1;
    failed.push(name);
    return [];
  }
}
