/**
 * The gateway inside Vite: in `vite dev` beside Vite's own pages, restarted when a file of the server changes; in `vite preview` in front of everything, with
 * the built files and their policy.
 */
import type { IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import { type Plugin, runnerImport, type ViteDevServer } from 'vite';
import { version } from '../../../../package.json' with { type: 'json' };
import type * as ConfigModule from '../config/config';
import type * as GreetingModule from '../config/greeting';
import { createDemoLink, type DemoLink } from '../http/demo-link';
import { createListener } from '../http/listener';
import { createLogger } from '../http/log';
import type * as OpenModule from '../open-gateway';

const logger = createLogger({ level: 'info', format: 'text' });
const SERVER_TOWER = ['contract', 'server'];
const GATEWAY_ADDRESS = /^\/(gateway|callback|env|openapi)\/|^\/(healthz|livez|metrics|readyz|version)$/;

export function gatewayPlugin(): Plugin {
  return {
    name: 'gateway',
    async configureServer(server) {
      const gateway = reopenable((link) => openWith(server.config.root, (path) => server.ssrLoadModule(path), link));
      server.watcher.on('change', (path) => {
        if (isServerCode(server, path)) void gateway.reopen();
      });
      server.httpServer?.once('close', () => void gateway.close());
      server.httpServer?.once('listening', () => void gateway.greet(portOf(server.httpServer?.address())));
      server.middlewares.use((request, response, next) => {
        if (GATEWAY_ADDRESS.test(pathOf(request))) void gateway.listener(request, response).catch(next);
        else next();
      });
    },
    async configurePreviewServer(server) {
      const load = async (path: string) => (await runnerImport(path)).module;
      const gateway = reopenable((link) => openWith(server.config.root, load, link));
      server.httpServer.once('close', () => void gateway.close());
      server.httpServer.once('listening', () => void gateway.greet(portOf(server.httpServer.address())));
      server.middlewares.use((request, response, next) => void gateway.listener(request, response).catch(next));
    },
  };
}

type Opened = { gateway: OpenModule.OpenGateway; greeting(port: number): string };

/** @param demoLink one for all restarts, as it is printed once */
async function openWith(root: string, load: (path: string) => Promise<unknown>, demoLink: DemoLink): Promise<Opened> {
  const folder = join(root, 'src/server/gateway');
  const { readConfig } = (await load(join(folder, 'config/config.ts'))) as typeof ConfigModule;
  const { openGateway } = (await load(join(folder, 'open-gateway.ts'))) as typeof OpenModule;
  const { greeting } = (await load(join(folder, 'config/greeting.ts'))) as typeof GreetingModule;
  const config = readConfig(process.env);
  const gateway = await openGateway(config, {
    consoleFolder: join(root, 'dist/client'),
    version,
    logger,
    demoLink,
  });
  const { demo, demoToken } = gateway;
  return { gateway, greeting: (port) => greeting({ config, port, version, demo, demoToken }) };
}

/** A gateway that can be closed and opened again while its address stays. */
function reopenable(openWithLink: (demoLink: DemoLink) => Promise<Opened>) {
  const demoLink = createDemoLink();
  const open = () => openWithLink(demoLink);
  let opened = open();
  opened.catch(() => undefined);
  const close = async () => {
    await opened.then(({ gateway }) => gateway.close()).catch(() => undefined);
  };
  const listener = createListener(
    async (request, caller) => (await opened).gateway.fetch(request, caller),
    logger.log,
    false,
  );
  return {
    listener,
    greet: (port: number) =>
      opened.then(
        ({ greeting }) => console.log(greeting(port)),
        (fault) => console.error(fault instanceof Error ? fault.message : fault),
      ),
    close,
    async reopen() {
      opened = close().then(open);
      await opened.then(
        () => console.log('The gateway was restarted.'),
        (fault) => console.error(fault),
      );
    },
  };
}

function isServerCode({ config }: ViteDevServer, path: string): boolean {
  const [source, folder = ''] = relative(config.root, path).split(sep);
  return source === 'src' && SERVER_TOWER.includes(folder) && !path.includes('.test.');
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?')[0] ?? '/';
}

function portOf(address: string | { port: number } | null | undefined): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
