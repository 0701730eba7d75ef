/** The only thing that listens, with bounds of time and number for whoever connects. */
import { createServer, type Server } from 'node:http';

/** A thousand people with a stream and a few requests each; more are turned away at once instead of slowing these down. */
const MOST_CONNECTIONS = 4000;

export function createBoundedServer(): Server {
  const server = createServer({
    // A request has a minute to arrive whole, its headers a third of it.
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5000,
    // Longer than balancers keep a connection, so that they are the ones who end it.
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
  });
  server.maxConnections = MOST_CONNECTIONS;
  // Nothing read and nothing written for so long: whoever asked reads no more. A stream says something every 15 seconds.
  server.timeout = 120_000;
  return server;
}
