/** The program: reads the configuration, listens, prints its address, and shuts down cleanly on a signal. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { version } from '../../../package.json';
import { DatabaseError } from '../database/database';
import { type Config, logSettingsOf, readConfig } from './config/config';
import { ConfigError } from './config/environments';
import { greeting, HELP, progressLine } from './config/greeting';
import type { Gateway } from './gateway';
import { failure, wrongMethod } from './http/failure';
import { isFromPage } from './http/guard';
import { createBoundedServer, createListener } from './http/listener';
import { createLogger, type Logger } from './http/log';
import { DATA_POLICY, withPolicy } from './http/policy';
import { type OpenGateway, openGateway } from './open-gateway';

/** How long running requests may take to end after SIGTERM. */
const DRAIN_MS = 10_000;
/** How long what runs beside requests, and the database, may take after them. */
const CLOSE_MS = 15_000;
/** One Ctrl+C arrives twice if both the terminal and npm signal the program. */
const SAME_SIGNAL_MS = 500;

async function main(args: readonly string[]): Promise<void> {
  const [argument] = args;
  if (argument === '--help' || argument === '-h') return void process.stdout.write(HELP);
  if (argument === '--version') return void console.log(version);
  if (argument !== undefined) throw new ConfigError(`Unknown argument ${argument}. See npm start -- --help.`);

  const logger = createLogger(logSettingsOf(process.env));
  try {
    await run(readConfig(process.env), logger);
  } catch (fault) {
    // For programs a line like the others; for people the sentence alone.
    if (logSettingsOf(process.env).format === 'text' || !isSentence(fault)) throw fault;
    logger.note('error', fault.message);
    process.exitCode = 1;
  }
}

async function run(config: Config, logger: Logger): Promise<void> {
  const server = createBoundedServer(config.trustProxy);
  const figures = config.metrics.port === null ? null : createBoundedServer();
  const opened = endOnSignal(server, logger);
  let gateway: OpenGateway;
  try {
    gateway = await openBehind(server, figures, config, logger);
  } catch (fault) {
    for (const one of [server, figures]) {
      one?.close();
      one?.closeAllConnections();
    }
    throw fault;
  }
  opened(gateway);
  // A supervisor starts it again; without its database this process would refuse everything for ever.
  void gateway.lost?.then(({ message }) => {
    logger.note('error', message);
    process.exit(1);
  });
  const { port } = server.address() as AddressInfo;
  const metricsPort = (figures?.address() as AddressInfo | undefined)?.port;
  if (config.log.format === 'text') {
    const { demo, demoToken } = gateway;
    console.log(greeting({ config, port, metricsPort, version, demo, demoToken }));
  } else {
    logger.note('info', 'listening', { version, host: config.host, port, metricsPort, address: config.publicUrl });
  }
  reportSeeding(gateway, logger);
}

/** Listens first and opens the gateway afterwards: requests that arrive early wait. */
async function openBehind(
  server: Server,
  figures: Server | null,
  config: Config,
  logger: Logger,
): Promise<OpenGateway> {
  const open = async () => {
    if (figures !== null) await listen(figures, { host: config.host, port: config.metrics.port ?? 0 }, 'METRICS_PORT');
    await listen(server, config);
    return openGateway(config, {
      consoleFolder: fileURLToPath(new URL('../client', import.meta.url)),
      version,
      logger,
    });
  };
  const opening = open();
  const gateway: Gateway = async (request, caller) => (await opening).fetch(request, caller);
  server.on('request', createListener(gateway, logger.log));
  const answer: Gateway = async (request) => withPolicy(await figuresFor(request, opening), DATA_POLICY);
  figures?.on('request', createListener(answer, logger.log));
  return opening;
}

/** Responses of the metrics port: to programs, which reach it by whatever name or address it has for them, and never to a page. */
async function figuresFor(request: Request, opening: Promise<OpenGateway>): Promise<Response> {
  if (isFromPage(request)) return failure('refused-origin', 'Pages may not read the metrics.');
  const { metrics } = await opening;
  if (new URL(request.url).pathname !== '/metrics' || metrics === null) {
    return failure('not-found', 'Not found. Only /metrics is served on this port.');
  }
  return request.method === 'GET' ? metrics.answer() : wrongMethod('GET');
}

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>, name = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'EADDRINUSE') {
        reject(
          new ConfigError(`Port ${port} on ${host} is in use. Set ${name} to another port, or to 0 for any free one.`),
        );
      } else if (fault.code === 'EADDRNOTAVAIL' || fault.code === 'ENOTFOUND') {
        reject(
          new ConfigError(
            `HOST ${host} is not an address of this machine. Use one of its addresses, or 0.0.0.0 for all.`,
          ),
        );
      } else if (fault.code === 'EACCES') {
        reject(new ConfigError(`This user may not open port ${port}. Set ${name} to a port above 1023.`));
      } else reject(fault);
    });
    server.listen(port, host, resolve);
  });
}

function endOnSignal(server: Server, logger: Logger): (gateway: OpenGateway) => void {
  let open: OpenGateway | null = null;
  let endingSince: number | null = null;
  const end = async () => {
    if (endingSince !== null) {
      // A second signal means now.
      if (Date.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    endingSince = Date.now();
    // Nothing has been accepted yet, and an opening that was broken off is taken up by the next start.
    if (open === null) process.exit(0);
    const drained = new Promise((resolve) => server.close(resolve));
    open.endStreams();
    // A connection is closed as soon as its last response is through, not when its keep-alive expires.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await drained;
    clearInterval(idle);
    clearTimeout(late);
    setTimeout(() => {
      logger.note(
        'error',
        `The database did not close within ${CLOSE_MS / 1000} seconds. Nothing saved is lost; the next start continues from it.`,
      );
      process.exit(1);
    }, CLOSE_MS);
    try {
      await open.close();
      process.exit(0);
    } catch (fault) {
      const reason = (fault instanceof Error ? fault.message : String(fault)).replace(/\.$/, '');
      logger.note(
        'error',
        `The database did not close: ${reason}. Nothing saved is lost; the next start continues from it.`,
      );
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
  return (gateway) => {
    open = gateway;
  };
}

/** Prints the progress of the first loading, at most every two seconds, until it is done. */
function reportSeeding(gateway: OpenGateway, logger: Logger): void {
  let said = '';
  const timer = setInterval(() => {
    const progress = gateway.progress();
    if (progress === null || (progress.done && said === '')) return clearInterval(timer);
    const line = progressLine(progress);
    if (line !== said) logger.note('info', line);
    said = line;
    if (progress.done) clearInterval(timer);
  }, 2000);
  timer.unref();
}

/** Whether the message is meant for the operator. */
function isSentence(fault: unknown): fault is Error {
  return fault instanceof ConfigError || fault instanceof DatabaseError;
}

// The reader of the output may be gone (`npm start | head`): that is no reason to exit.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault;
  });
}

try {
  await main(process.argv.slice(2));
} catch (fault) {
  if (isSentence(fault)) console.error(fault.message);
  else console.error(fault);
  process.exitCode = 1;
}
