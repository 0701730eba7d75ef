import { lazyPart } from '../../ui/layout/lazy-part';

const InsecureStrip = lazyPart(async () => (await import('./insecure-strip')).InsecureStrip);

/** Neither HTTPS nor loopback: the browser gives no WebCrypto, locks or clipboard, and the console stays read-only. */
export function InsecureNotice() {
  return window.isSecureContext ? null : <InsecureStrip />;
}
