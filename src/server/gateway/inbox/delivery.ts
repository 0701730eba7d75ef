import { formatJson, type Json } from '../../../contract/json';
import type { Gateway } from '../gateway';
import { ownDeliveries } from './inbox';

/**
 * Delivers a callback event of the embedded service by the gateway's own handler. The address comes out of data, so only the path of a
 * callback is taken and no connection is ever made.
 * @returns whether it was taken; otherwise the service tries again later
 */
export async function deliverWithin(gateway: Gateway, address: string, event: Json): Promise<boolean> {
  if (!/^\/callback\/[^/?#]+\/[^/?#]+$/.test(address)) return false;
  const request = new Request(new URL(address, 'http://localhost'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: formatJson(event),
  });
  ownDeliveries.add(request);
  return (await gateway(request)).ok;
}
